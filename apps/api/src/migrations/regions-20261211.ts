import { Migration } from '@mikro-orm/migrations';

/** Where the keys of a product activate. The version before writes products without these columns: a later import fills them in. */
export class Regions20261211 extends Migration {
  override up(): void {
    this.addSql(`alter table product add column region_id integer, add column regional_limitations text,
      add column country_limitation text[] not null default '{}'`);
  }
}
