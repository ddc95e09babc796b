import { Migration } from '@mikro-orm/migrations';

/**
 * Sales lock the keys that they take instead of the product. The version before counts under the product's lock and then writes over whatever
 * key it counted: while both run, it fails rather than take a key from an order that has it reserved.
 */
export class Stock20261210 extends Migration {
  override up(): void {
    this.addSql(`create function refuse_reserved_key() returns trigger language plpgsql as $$
      begin raise exception 'This key is reserved for another order.' using errcode = 'serialization_failure'; end $$`);
    this.addSql(`create trigger stock_key_is_reserved before update of state, order_id on stock_key for each row
      when (old.state = 'reserved' and new.state in ('reserved', 'sold') and new.order_id <> old.order_id) execute function refuse_reserved_key()`);
    // Sorted by itself, whatever the planner thinks of a product whose keys came in a moment ago.
    this.addSql('create index stock_key_in_order on stock_key (product_id, state, added_at, id)');
    this.addSql('drop index stock_key_of_product');
    // Keys are sold from the old end of an index: what is gone there must not be walked over for long.
    this.addSql('alter table stock_key set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500)');
  }
}
