import { Migration } from '@mikro-orm/migrations';

/** What is due is asked for supplier by supplier: however much is due at another one is not read over. */
export class PurchasesDue20261223 extends Migration {
  override up(): void {
    this.addSql(`create index purchase_due_of_supplier on purchase (supplier, due_at) where state in ('planned', 'sent', 'ordered')`);
    this.addSql('drop index purchase_due');
  }
}
