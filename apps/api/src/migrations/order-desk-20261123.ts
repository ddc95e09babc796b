import { Migration } from '@mikro-orm/migrations';

/** What the staff asks of orders and payments, and what it sends back of them. */
export class OrderDesk20261123 extends Migration {
  override up(): void {
    this.addSql('create index shop_order_by_time on shop_order (created_at desc, id desc)');
    this.addSql('create index shop_order_by_status on shop_order (status, created_at desc, id desc)');
    this.addSql('create index shop_order_by_payment on shop_order (payment_intent_id) where payment_intent_id is not null');

    // A dispute or a warning names the payment, not the session.
    this.addSql('alter table payment_event add column intent_id text');
    this.addSql('create index payment_event_by_session on payment_event (session_id) where session_id is not null');
    this.addSql('create index payment_event_by_intent on payment_event (intent_id) where intent_id is not null');
    this.addSql('create index payment_event_by_time on payment_event (received_at desc, id desc)');
    this.addSql('create index payment_event_by_type on payment_event (type, received_at desc, id desc)');

    // Written before the money is asked back, closed when it is on its way: one row is one refund at the provider, however often it is tried.
    this.addSql(`create table order_refund (
      id text primary key,
      order_id text not null references shop_order (id),
      lines integer[] not null,
      amount_minor integer not null check (amount_minor > 0),
      is_whole boolean not null,
      asked_by text not null,
      asked_at timestamptz not null,
      done_at timestamptz
    )`);
    this.addSql('create index order_refund_of_order on order_refund (order_id, asked_at)');
    this.addSql('create index order_refund_open on order_refund (asked_at) where done_at is null');
  }
}
