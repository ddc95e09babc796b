import { Migration } from '@mikro-orm/migrations';

/** Checkouts that ended unpaid lose their buyer by age: those that still have one are found without reading any other order. */
export class UnpaidOrders20270103 extends Migration {
  override up(): void {
    this.addSql(`create index if not exists shop_order_unpaid on shop_order (expires_at)
      where paid_at is null and status in ('expired', 'cancelled', 'payment_failed') and email !~ '@(erased|unpaid|accounted)[.]invalid$'`);
  }
}
