import { Migration } from '@mikro-orm/migrations';

/**
 * Whatever changes what is on sale of many products at once is counted behind what checkouts change: a supplier that is paused or without
 * funds, and prices beyond the first twenty that a transaction changes, as a repricing does.
 */
export class BulkChanges20261222 extends Migration {
  override up(): void {
    this.addSql(`create or replace function note_supplier_paused() returns trigger language plpgsql as
      'begin insert into offer_change (product_id, is_of_all)
        select distinct product_id, true from supplier_offer where supplier_offer.supplier = new.name and product_id is not null;
        return null; end'`);
    this.addSql(`create or replace function note_supplier_without_funds() returns trigger language plpgsql as
      'begin
        if not exists (select from purchase where purchase.supplier = new.supplier and id <> new.id and is_out_of_funds
          and state in (''refused'', ''ended'') and closed_at > new.closed_at - interval ''10 minutes'')
        then insert into offer_change (product_id, is_of_all)
          select distinct product_id, true from supplier_offer where supplier_offer.supplier = new.supplier and product_id is not null;
        end if;
        return null; end'`);
    // The setting ends with its transaction; where none was made it is null or empty.
    this.addSql(`create or replace function note_offered_price() returns trigger language plpgsql as
      'declare noted integer := coalesce(nullif(current_setting(''keyturn.prices_noted'', true), ''''), ''0'');
      begin
        if exists (select from supplier_offer where supplier_offer.product_id = new.product_id) then
          perform set_config(''keyturn.prices_noted'', (noted + 1)::text, true);
          insert into offer_change (product_id, is_of_all) values (new.product_id, noted >= 20);
        end if;
        return null; end'`);
  }
}
