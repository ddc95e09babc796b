import { Migration } from '@mikro-orm/migrations';

/** Has the job of price changes write anew the listings with a discount: their `discount_perc` is worked out from the two euro prices now. */
export class Catalog20261130 extends Migration {
  override up(): void {
    this.addSql(`update listing set next_price_change_at = now() where card like '%"is_discounted":true%'`);
  }
}
