import { Migration } from '@mikro-orm/migrations';

/** The addresses of all products in the order of their ids, read without touching the wide rows: a crawler wants every one of them. */
export class Sitemap20261122 extends Migration {
  override up(): void {
    this.addSql('create index product_in_sitemap on product (id) include (kinguin_id, name, updated_at) where not is_hidden');
  }
}
