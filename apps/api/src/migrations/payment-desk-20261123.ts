import { Migration } from '@mikro-orm/migrations';

/** What an event about a payment means to the shop: a dispute, its end, a warning of fraud. */
export class PaymentDesk20261123 extends Migration {
  override up(): void {
    this.addSql('alter table payment_event add column signal text');
    this.addSql('alter table payment_event add column signal_reason text');
    this.addSql('create index payment_event_by_signal on payment_event (received_at desc, id desc) where signal is not null');
  }
}
