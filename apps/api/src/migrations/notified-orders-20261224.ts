import { Migration } from '@mikro-orm/migrations';

/** When a buyer was notified that keys are still to come: such an order is not looked at again. */
export class NotifiedOrders20261224 extends Migration {
  /** The column's lock ends before the index is built from all orders: they are read meanwhile. */
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('alter table shop_order add column if not exists notified_at timestamptz');
    this.addSql(`create index if not exists shop_order_unnotified on shop_order (paid_at)
      where status = 'paid' and waiting_until is not null and notified_at is null`);
  }
}
