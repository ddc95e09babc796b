import { Migration } from '@mikro-orm/migrations';

/** The second factor of staff keys: a sealed TOTP secret, the last time step whose code was used, and until when a code has opened the key. */
export class OpsFactors20261211 extends Migration {
  override up(): void {
    this.addSql('alter table ops_key add column if not exists has_factor boolean not null default false');
    this.addSql(`create table if not exists ops_factor (
      key_id text primary key references ops_key (id) on delete cascade,
      ciphertext bytea not null,
      nonce bytea not null,
      key_version integer not null,
      last_step bigint not null default 0,
      open_until timestamptz
    )`);
  }
}
