import { Migration } from '@mikro-orm/migrations';

/** How many products a synchronisation must see where staff accept far fewer than are stored, and looks that suppliers hinted at. */
export class FewestAccepted20261229 extends Migration {
  override up(): void {
    this.addSql('alter table supplier_sync add column fewest_accepted integer');
    this.addSql('alter table supplier_look add column is_hinted boolean not null default false');
  }
}
