import { Migration } from '@mikro-orm/migrations';

/** How offers are found of which an order cost more than was agreed. */
export class DearerPurchases20261231 extends Migration {
  /** The index keeps purchases from being written while it is built, and no longer. */
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(`create index if not exists purchase_dearer on purchase (ordered_at) where cost_minor > price_minor::bigint * quantity`);
  }
}
