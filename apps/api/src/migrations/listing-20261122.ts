import { Migration } from '@mikro-orm/migrations';

/**
 * The card of a listing as the beginning of an object, which a list only has to end: cutting the last character off sixteen texts in
 * UTF-8 was a quarter of what a list cost the database. A comma stands where the closing brace stood: the version before this one cuts
 * off that character whatever it is, and goes on reading; what it writes, with a brace, is given the comma by the trigger.
 */
export class Listing20261122 extends Migration {
  override up(): void {
    this.addSql(`create function open_listing_card() returns trigger language plpgsql as $$
      begin new.card := left(new.card, -1) || ','; return new; end $$`);
    this.addSql(`create trigger listing_card_is_open before insert or update of card on listing
      for each row when (right(new.card, 1) = '}') execute function open_listing_card()`);
    this.addSql('update listing set card = card');
  }
}
