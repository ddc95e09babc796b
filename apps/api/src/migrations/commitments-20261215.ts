import { Migration } from '@mikro-orm/migrations';

/**
 * Offers of suppliers on sale: what unpaid orders are promised of them, and how many pieces of each product lists show. Whatever may change
 * that leaves the product's name in `offer_change`.
 */
export class Commitments20261215 extends Migration {
  override up(): void {
    this.addSql('alter table listing add column offered integer not null default 0');
    this.addSql(`create table commitment (
      order_id text not null, product_id text not null, supplier text not null, offer_id text not null,
      quantity integer not null check (quantity > 0), until timestamptz not null, primary key (order_id, product_id, supplier, offer_id)
    )`);
    this.addSql('create index commitment_of_offer on commitment (supplier, offer_id)');
    this.addSql('create index commitment_until on commitment (until)');
    this.addSql('create table offered_product (product_id text primary key, quantity integer not null, due_at timestamptz)');
    this.addSql('create index offered_product_due on offered_product (due_at) where due_at is not null');
    // Only added to and emptied: checkouts of one product must not wait for each other, or for the lists.
    this.addSql('create table offer_change (id bigint generated always as identity primary key, product_id text not null)');
    this.addSql(
      `create index purchase_of_offer on purchase (supplier, offer_id, sent_at) where state in ('ordered', 'complete', 'unclear')`,
    );
    this.addSql(`create index purchase_unsent on purchase (supplier, offer_id) where state in ('planned', 'sent')`);

    this.addSql(`create function note_offer_change() returns trigger language plpgsql as
      'begin
        if tg_op <> ''DELETE'' and new.product_id is not null then insert into offer_change (product_id) values (new.product_id); end if;
        if tg_op <> ''INSERT'' and old.product_id is not null and (tg_op = ''DELETE'' or old.product_id is distinct from new.product_id)
          then insert into offer_change (product_id) values (old.product_id); end if;
        return null; end'`);
    this.addSql(
      `create trigger supplier_offer_added after insert or delete on supplier_offer for each row execute function note_offer_change()`,
    );
    this.addSql(`create trigger supplier_offer_changed after update on supplier_offer for each row
      when (old.price_minor <> new.price_minor or old.quantity <> new.quantity or old.product_id is distinct from new.product_id
        or old.seen_at <> new.seen_at)
      execute function note_offer_change()`);
    this.addSql(`create trigger commitment_changed after insert or update or delete on commitment
      for each row execute function note_offer_change()`);
    this.addSql(`create trigger purchase_added after insert or delete on purchase for each row execute function note_offer_change()`);
    this.addSql(`create trigger purchase_changed after update of state on purchase for each row
      when (old.state <> new.state) execute function note_offer_change()`);

    this.addSql(`create function note_supplier_change() returns trigger language plpgsql as
      'begin insert into offer_change (product_id)
        select distinct product_id from supplier_offer where supplier_offer.supplier = new.supplier and product_id is not null;
        return null; end'`);
    this.addSql(`create trigger purchase_without_funds after update of is_out_of_funds on purchase for each row
      when (new.is_out_of_funds and not old.is_out_of_funds) execute function note_supplier_change()`);

    this.addSql(`create function note_supplier_paused() returns trigger language plpgsql as
      'begin insert into offer_change (product_id)
        select distinct product_id from supplier_offer where supplier_offer.supplier = new.name and product_id is not null;
        return null; end'`);
    this.addSql(`create trigger supplier_paused after update of paused_at on supplier for each row
      when (old.paused_at is distinct from new.paused_at) execute function note_supplier_paused()`);

    this.addSql(`create function note_offered_price() returns trigger language plpgsql as
      'begin insert into offer_change (product_id) select new.product_id
        where exists (select from supplier_offer where supplier_offer.product_id = new.product_id); return null; end'`);
    this.addSql(`create trigger listing_price_changed after update of eur_minor, usd_minor, pln_minor, gbp_minor on listing for each row
      when (old.eur_minor <> new.eur_minor or old.usd_minor <> new.usd_minor or old.pln_minor <> new.pln_minor or old.gbp_minor <> new.gbp_minor)
      execute function note_offered_price()`);
  }
}
