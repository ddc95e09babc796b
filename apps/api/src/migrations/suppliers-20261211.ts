import { Migration } from '@mikro-orm/migrations';

/** Suppliers: what they offer, which of their products is which of the shop's, and the synchronisations of offers. */
export class Suppliers20261211 extends Migration {
  override up(): void {
    this.addSql(`create table supplier (
      name text primary key, paused_at timestamptz, paused_by text, balance_minor integer, breaker text, failure text,
      checked_at timestamptz, check ((paused_at is null) = (paused_by is null))
    )`);
    this.addSql(`create table supplier_offer (
      supplier text not null, offer_id text not null, supplier_product_id text not null, kinguin_id integer, product_id text,
      name text not null, price_minor integer not null check (price_minor >= 0), quantity integer not null check (quantity >= 0),
      seen_at timestamptz not null, primary key (supplier, offer_id)
    )`);
    this.addSql('create index supplier_offer_of_product on supplier_offer (product_id, price_minor) where product_id is not null');
    this.addSql('create index supplier_offer_by_product on supplier_offer (supplier, supplier_product_id, price_minor, offer_id)');
    this.addSql(`create table supplier_link (
      supplier text not null, supplier_product_id text not null, product_id text not null, linked_by text not null,
      linked_at timestamptz not null, primary key (supplier, supplier_product_id)
    )`);
    this.addSql(`create table supplier_sync (
      id text primary key, supplier text not null, state text not null default 'waiting'
        check (state in ('waiting', 'running', 'done', 'failed')),
      cursor text, products integer not null default 0, offers integer not null default 0, skipped integer not null default 0,
      removed integer not null default 0, tries integer not null default 0, failure text, asked_by text not null,
      created_at timestamptz not null, due_at timestamptz not null, started_at timestamptz, beat_at timestamptz, finished_at timestamptz
    )`);
    this.addSql(`create unique index supplier_sync_open on supplier_sync (supplier) where state in ('waiting', 'running')`);
    this.addSql('create index supplier_sync_latest on supplier_sync (supplier, created_at)');
    this.addSql('create index supplier_sync_finished on supplier_sync (finished_at) where finished_at is not null');
  }
}
