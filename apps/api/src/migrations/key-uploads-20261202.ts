import { Migration } from '@mikro-orm/migrations';

/**
 * Which upload brought a key, so that it can be taken back by one id, and a keyed hash that all spellings of a key share (upper case, without dashes
 * and spaces). Keys that are there already get theirs from the job `fill-key-hashes`, as do those that the version before this one adds meanwhile.
 */
export class KeyUploads20261202 extends Migration {
  override up(): void {
    this.addSql('alter table stock_key add column upload_id text, add column normalised_fingerprint bytea');
    this.addSql('create index stock_key_of_upload on stock_key (upload_id) where upload_id is not null');
    this.addSql('create index stock_key_normalised on stock_key (normalised_fingerprint) where normalised_fingerprint is not null');
    this.addSql(`create index stock_key_without_hash on stock_key (id) where normalised_fingerprint is null and kind = 'text'`);
  }
}
