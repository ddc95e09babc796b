import { Migration } from '@mikro-orm/migrations';

/** Which request a job and an event of an order go back to, for logs, traces and timelines; and orders on hold, counted. */
export class Origins20261123 extends Migration {
  override up(): void {
    this.addSql('alter table outbox add column origin jsonb');
    this.addSql('alter table order_event add column origin jsonb');
    this.addSql(`create index shop_order_on_hold on shop_order (paid_at) where status = 'on_hold'`);
  }
}
