import { Migration } from '@mikro-orm/migrations';

/**
 * What new exchange rates change is counted behind what checkouts change, as what a worker notes when it starts. `purchase_of_offer_answered`
 * does what `purchase_of_offer` did.
 */
export class RateChanges20261220 extends Migration {
  override up(): void {
    this.addSql(`create or replace function note_pricing_change() returns trigger language plpgsql as
      'begin insert into offer_change (product_id, is_of_all)
        select distinct product_id, true from supplier_offer where product_id is not null;
        return null; end'`);
    this.addSql('drop index purchase_of_offer');
  }
}
