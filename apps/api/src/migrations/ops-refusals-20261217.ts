import { Migration } from '@mikro-orm/migrations';

/** Who was refused with an ops key, or with none that is known. */
export class OpsRefusals20261217 extends Migration {
  override up(): void {
    this.addSql(`create table ops_refusal (
      id bigint generated always as identity primary key,
      at timestamptz not null,
      reason text not null,
      key_id text,
      network text not null,
      browser text
    )`);
    this.addSql('create index ops_refusal_by_time on ops_refusal (at)');
    this.addSql('create index ops_refusal_of_key on ops_refusal (key_id, id) where key_id is not null');
    this.addSql('create index ops_refusal_by_reason on ops_refusal (reason, id)');
  }
}
