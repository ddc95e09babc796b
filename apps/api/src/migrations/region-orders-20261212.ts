import { Migration } from '@mikro-orm/migrations';

/** When a buyer confirmed that keys which his country excludes are for somebody elsewhere. */
export class RegionOrders20261212 extends Migration {
  override up(): void {
    this.addSql('alter table shop_order add column region_accepted_at timestamptz');
  }
}
