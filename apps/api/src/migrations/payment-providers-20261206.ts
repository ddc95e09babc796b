import { Migration } from '@mikro-orm/migrations';

/**
 * Payments say which provider has them. Until now that was Stripe alone: the default names it for all that is there, and for what a process
 * of the version before still writes. An order without a payment session has none.
 */
export class PaymentProviders20261206 extends Migration {
  override up(): void {
    this.addSql(`alter table shop_order add column payment_provider text default 'stripe'`);
    this.addSql(`alter table payment_event add column provider text not null default 'stripe'`);
  }
}
