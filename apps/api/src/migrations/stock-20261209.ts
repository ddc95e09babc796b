import { Migration } from '@mikro-orm/migrations';

/**
 * How many keys lists show is kept by differences, which a trigger writes with every change of keys and the workers add up. The version before
 * writes whole numbers besides: what lists show may be off while both run, until it is compared with the keys. No sale is decided by it.
 */
export class Stock20261209 extends Migration {
  override up(): void {
    // Only added to and emptied: sales of one product must not wait for each other.
    this.addSql(`create table stock_change (
      product_id text not null,
      id bigint generated always as identity,
      delta integer not null,
      primary key (product_id, id)
    )`);
    this.addSql(`create function note_stock_change() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' then
          insert into stock_change (product_id, delta)
            select product_id, count(*) from keys_after where state = 'available' group by product_id;
        elsif tg_op = 'DELETE' then
          insert into stock_change (product_id, delta)
            select product_id, -count(*) from keys_before where state = 'available' group by product_id;
        else
          insert into stock_change (product_id, delta)
            select product_id, sum(change) from (
              select product_id, 1 as change from keys_after where state = 'available'
              union all select product_id, -1 from keys_before where state = 'available') changes
            group by product_id having sum(change) <> 0;
        end if;
        return null;
      end $$`);
    this.addSql(`create trigger stock_key_inserted after insert on stock_key
      referencing new table as keys_after for each statement execute function note_stock_change()`);
    this.addSql(`create trigger stock_key_updated after update on stock_key
      referencing old table as keys_before new table as keys_after for each statement execute function note_stock_change()`);
    this.addSql(`create trigger stock_key_deleted after delete on stock_key
      referencing old table as keys_before for each statement execute function note_stock_change()`);
  }
}
