import { Migration } from '@mikro-orm/migrations';

/**
 * Offers of a product by supplier, with one index: before the table was analyzed for the first time, PostgreSQL read all offers of a supplier
 * for each product, and combined both indexes.
 */
export class OffersOfProduct20270105 extends Migration {
  /** In a transaction, who has read an offer would wait to write it until the index is built. */
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(
      'create index if not exists supplier_offer_of_product_by_supplier on supplier_offer (product_id, supplier) where product_id is not null',
    );
    this.addSql('drop index if exists supplier_offer_of_product');
  }
}
