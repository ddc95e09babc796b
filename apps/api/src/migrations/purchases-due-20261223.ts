import { Migration } from '@mikro-orm/migrations';

/** What is due is asked for supplier by supplier: however much is due at another one is not read over. */
export class PurchasesDue20261223 extends Migration {
  /**
   * A transaction that has built an index keeps purchases from being written. It would not get the lock that drops one, either: whoever has
   * read a purchase waits to write it.
   */
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(
      `create index if not exists purchase_due_of_supplier on purchase (supplier, due_at) where state in ('planned', 'sent', 'ordered')`,
    );
    this.addSql('drop index if exists purchase_due');
  }
}
