import { Migration } from '@mikro-orm/migrations';

/** Sales of all products that are on or to come, of all that there ever were. */
export class Catalog20261129 extends Migration {
  override up(): void {
    this.addSql(`create index price_sales_by_end on price (ends_at, id) where kind = 'sale'`);
  }
}
