import { Migration } from '@mikro-orm/migrations';

/** Products by their limits of activation, as a number of 64 bits: what works in a country is counted without looking at what does not. */
export class CountryCounts20261222 extends Migration {
  /** An index each: together they would hold the lock of the first table for as long as both take. */
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    const limits = `hash_array_extended(array[hash_array_extended(region_names, 0), hash_array_extended(excluded_countries, 1),
      coalesce(region_id, -1)::bigint], 0)`;
    this.addSql(`create index if not exists listing_of_limits on listing ((${limits}), type, platform) where not is_hidden`);
    this.addSql(`create index if not exists listing_genre_of_limits on listing_genre ((${limits}), genre, type, platform)`);
  }
}
