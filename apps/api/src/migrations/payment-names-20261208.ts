import { Migration } from '@mikro-orm/migrations';

/**
 * Each order says from its placing on which provider takes its payment. One without a name is Stripe's, whether a session is noted or not: no
 * other provider has opened any yet, and one that it opened may not have been noted. A process of the version before places orders with a
 * null, to which the default of the column does not apply: the trigger names Stripe there. Rows and trigger say so here, so that nothing
 * that reads orders has to know of a null. The trigger comes first: it locks the table, and no null is written between the two.
 */
export class PaymentNames20261208 extends Migration {
  override up(): void {
    this.addSql(`create function name_payment_provider() returns trigger language plpgsql as $$
      begin new.payment_provider := 'stripe'; return new; end $$`);
    this.addSql(`create trigger shop_order_names_provider before insert on shop_order
      for each row when (new.payment_provider is null) execute function name_payment_provider()`);
    this.addSql(`update shop_order set payment_provider = 'stripe' where payment_provider is null`);
  }
}
