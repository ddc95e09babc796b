import { Migration } from '@mikro-orm/migrations';

/**
 * Purchases of keys from suppliers: a row is written before each order is sent, and each key that came is noted by the supplier's own id.
 */
export class Purchases20261212 extends Migration {
  override up(): void {
    this.addSql(`create table purchase (
      id text primary key, supplier text not null, order_id text not null, product_id text not null, supplier_product_id text not null,
      offer_id text not null, quantity integer not null check (quantity > 0), price_minor integer not null check (price_minor >= 0),
      charged_minor integer not null, state text not null default 'planned'
        check (state in ('planned', 'sent', 'ordered', 'complete', 'ended', 'refused', 'unclear')),
      supplier_order_id text, cost_minor integer, is_out_of_funds boolean not null default false, failure text,
      tries integer not null default 0, created_at timestamptz not null, due_at timestamptz not null, sent_at timestamptz,
      closed_at timestamptz
    )`);
    this.addSql(`create index purchase_due on purchase (due_at) where state in ('planned', 'sent', 'ordered')`);
    this.addSql(`create index purchase_of_order on purchase (order_id, product_id)`);
    this.addSql(`create index purchase_refused on purchase (closed_at) where state in ('refused', 'ended')`);
    this.addSql('create index purchase_latest on purchase (supplier, created_at)');
    this.addSql(`create table purchased_key (
      supplier text not null, key_id text not null, purchase_id text not null references purchase, is_known boolean not null default false,
      added_at timestamptz not null, primary key (supplier, key_id)
    )`);
    this.addSql('create index purchased_key_of on purchased_key (purchase_id)');
  }
}
