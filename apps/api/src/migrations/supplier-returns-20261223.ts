import { Migration } from '@mikro-orm/migrations';

/** Keys of purchases that go back to their supplier: a row is written before each call. */
export class SupplierReturns20261223 extends Migration {
  override up(): void {
    this.addSql(`create table supplier_return (
      purchase_id text primary key, supplier text not null, state text not null
        check (state in ('asked', 'sent', 'accepted', 'done', 'refused')),
      is_by_hand boolean not null, keys integer not null, undelivered integer not null, cost_minor integer not null,
      refunded_minor integer, failure text, tries integer not null default 0, asked_by text not null, asked_at timestamptz not null,
      due_at timestamptz not null, sent_at timestamptz, closed_at timestamptz
    )`);
    this.addSql(`create index supplier_return_due on supplier_return (due_at) where state in ('asked', 'sent', 'accepted')`);
    this.addSql(`create index supplier_return_done on supplier_return (closed_at) where state = 'done'`);
  }
}
