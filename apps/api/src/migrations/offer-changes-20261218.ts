import { Migration } from '@mikro-orm/migrations';

/**
 * A page of offers leaves the name of each product in `offer_change` once. A supplier that is without funds already does not do so again, and
 * new exchange rates do so for all that is offered. When a supplier answered a purchase is stored, and open purchases are counted by an index.
 */
export class OfferChanges20261218 extends Migration {
  override up(): void {
    this.addSql(`create function note_offers() returns trigger language plpgsql as
      'begin insert into offer_change (product_id) select distinct product_id from changed where product_id is not null; return null; end'`);
    this.addSql(`create function note_changed_offers() returns trigger language plpgsql as
      'begin
        insert into offer_change (product_id)
          select distinct either.product_id from former join changed using (supplier, offer_id)
            cross join lateral (values (former.product_id), (changed.product_id)) as either (product_id)
          where either.product_id is not null and (former.price_minor <> changed.price_minor or former.quantity <> changed.quantity
            or former.product_id is distinct from changed.product_id or former.seen_at <> changed.seen_at);
        return null; end'`);
    this.addSql('drop trigger supplier_offer_added on supplier_offer');
    this.addSql('drop trigger supplier_offer_changed on supplier_offer');
    this.addSql(`create trigger supplier_offers_added after insert on supplier_offer referencing new table as changed
      for each statement execute function note_offers()`);
    this.addSql(`create trigger supplier_offers_deleted after delete on supplier_offer referencing old table as changed
      for each statement execute function note_offers()`);
    this.addSql(`create trigger supplier_offers_changed after update on supplier_offer referencing old table as former new table as changed
      for each statement execute function note_changed_offers()`);

    this.addSql(`create function note_supplier_without_funds() returns trigger language plpgsql as
      'begin
        if not exists (select from purchase where purchase.supplier = new.supplier and id <> new.id and is_out_of_funds
          and state in (''refused'', ''ended'') and closed_at > new.closed_at - interval ''10 minutes'')
        then insert into offer_change (product_id)
          select distinct product_id from supplier_offer where supplier_offer.supplier = new.supplier and product_id is not null;
        end if;
        return null; end'`);
    this.addSql('drop trigger purchase_without_funds on purchase');
    this.addSql(`create trigger supplier_without_funds after update of is_out_of_funds on purchase for each row
      when (new.is_out_of_funds and not old.is_out_of_funds) execute function note_supplier_without_funds()`);
    this.addSql('drop function note_supplier_change()');

    this.addSql(`create function note_pricing_change() returns trigger language plpgsql as
      'begin insert into offer_change (product_id) select distinct product_id from supplier_offer where product_id is not null;
        return null; end'`);
    this.addSql(`create trigger pricing_rules_set after insert or update on pricing_rules
      for each statement execute function note_pricing_change()`);

    this.addSql('alter table purchase add column ordered_at timestamptz');
    this.addSql(`create index purchase_of_offer_answered on purchase (supplier, offer_id, (coalesce(ordered_at, closed_at, sent_at)))
      where state in ('ordered', 'complete', 'unclear')`);
    this.addSql(`create index purchase_open on purchase (supplier) where state in ('planned', 'sent', 'ordered', 'unclear')`);
  }
}
