import { Migration } from '@mikro-orm/migrations';

/** Where keys activate, in the read model: lists can be limited to what works in a country. The version before leaves these columns as they are. */
export class RegionLists20261212 extends Migration {
  override up(): void {
    for (const table of ['listing', 'listing_genre'])
      this.addSql(`alter table ${table} add column region_id integer, add column region_names text[] not null default '{}',
        add column excluded_countries text[] not null default '{}'`);
    this.addSql(`update listing set region_id = product.region_id, region_names =
      case when product.regions <> '{}' then lower(product.regions::text)::text[] when product.regional_limitations is not null then array[lower(product.regional_limitations)] else '{}' end,
      excluded_countries = product.country_limitation 
      from product where product.id = listing.product_id and (product.regions <> '{}' or product.region_id is not null or product.regional_limitations is not null or product.country_limitation <> '{}')`);
    this
      .addSql(`update listing_genre set region_id = listing.region_id, region_names = listing.region_names, excluded_countries = listing.excluded_countries
      from listing where listing.product_id = listing_genre.product_id and (listing.region_id is not null or listing.region_names <> '{}' or listing.excluded_countries <> '{}')`);
  }
}
