import { Migration } from '@mikro-orm/migrations';

/** Products whose stock is to be compared with its limit: whatever may make one low, or no longer low, leaves its name here. */
export class Stock20261128 extends Migration {
  override up(): void {
    // Only added to and emptied: sales of one product must not wait for each other, or for the comparison.
    this.addSql('create table stock_changed (id bigint generated always as identity primary key, product_id text not null)');
    this.addSql('insert into stock_changed (product_id) select product_id from stock_watch');

    this.addSql(`create function note_stock_changed() returns trigger language plpgsql as
      'begin insert into stock_changed (product_id) values (new.product_id); return null; end'`);
    this.addSql(`create trigger listing_stock_changed after update of stock, is_hidden on listing
      for each row when (old.stock <> new.stock or old.is_hidden <> new.is_hidden) execute function note_stock_changed()`);
    this.addSql(`create trigger stock_watch_changed after insert or update of threshold on stock_watch
      for each row execute function note_stock_changed()`);

    this.addSql(`create function note_all_stock_changed() returns trigger language plpgsql as
      'begin insert into stock_changed (product_id) select product_id from stock_watch; return null; end'`);
    this.addSql(`create trigger stock_setting_changed after update of low_threshold on stock_setting
      for each row when (old.low_threshold <> new.low_threshold) execute function note_all_stock_changed()`);
  }
}
