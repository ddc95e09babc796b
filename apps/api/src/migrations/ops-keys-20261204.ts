import { Migration } from '@mikro-orm/migrations';

/** The networks from which a key of the staff opens, in CIDR notation; none for everywhere. */
export class OpsKeys20261204 extends Migration {
  override up(): void {
    this.addSql(`alter table ops_key add column networks jsonb not null default '[]'`);
  }
}
