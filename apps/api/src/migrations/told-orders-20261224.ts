import { Migration } from '@mikro-orm/migrations';

/** Who was told that keys are still to come is not looked at again. */
export class ToldOrders20261224 extends Migration {
  /** The column's lock ends before the index is built from all orders: they are read meanwhile. */
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('alter table shop_order add column if not exists told_at timestamptz');
    this.addSql(`create index if not exists shop_order_untold on shop_order (paid_at)
      where status = 'paid' and waiting_until is not null and told_at is null`);
  }
}
