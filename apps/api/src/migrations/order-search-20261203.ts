import { Migration } from '@mikro-orm/migrations';

/** Orders by part of the buyer's address or name or of a product's name, and those of which the purge of personal data takes something. */
export class OrderSearch20261203 extends Migration {
  /** An index each: together they would hold the lock of all orders for as long as both take. */
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    // Entries wait in its pending list first: an order is written several times while it is paid and delivered, and searched by people alone.
    this
      .addSql(`create index if not exists shop_order_like on shop_order using gin (email gin_trgm_ops, (customer ->> 'fullName') gin_trgm_ops,
      (jsonb_path_query_array(lines, '$[*].name')::text) gin_trgm_ops)`);
    this.addSql(`create index if not exists shop_order_with_notes on shop_order (created_at)
      where coalesce(customer ->> 'notes', customer ->> 'phone') is not null`);
  }
}
