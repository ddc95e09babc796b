import { Migration } from '@mikro-orm/migrations';

/** Closed purchases whose orders are to be looked at again, and how they are found by the ids of these orders. */
export class Looks20261228 extends Migration {
  /** A transaction that has built an index keeps purchases from being written. */
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(`create table if not exists supplier_look (
      purchase_id text primary key, supplier text not null, due_at timestamptz not null, tries integer not null default 0
    )`);
    this.addSql('create index if not exists supplier_look_due on supplier_look (supplier, due_at)');
    this.addSql(
      `create index if not exists purchase_closed_of_supplier_order on purchase (supplier, supplier_order_id) where state in ('complete', 'ended')`,
    );
  }
}
