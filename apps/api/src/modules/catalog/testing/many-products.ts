import { GENRES, PLATFORMS } from '@keyturn/shop-rules';
import { Transaction } from '../../../shared/ports.ts';
import { addProducts } from '../../../testing/products.ts';
import type { TestShop } from '../../../testing/test-shop.ts';
import type { Statement } from '../adapters/reads/list-statement.ts';
import { Listings } from '../application/ports.ts';

/** Half of all are on Steam, genres thin out from the first to the last, names come from `words` words. */
export async function addMany(shop: TestShop, count: number, words = 700): Promise<void> {
  await addProducts(shop, [{ kinguinId: 1 }]);
  await shop.database.query(
    `insert into product select changed.* from product, generate_series(2, ${count}) n, lateral jsonb_populate_record(product, jsonb_build_object(
      'id', 'p' || n, 'kinguin_id', n, 'popularity', n * 7919 % 1000, 'release_date', date '2000-01-01' + n % 9000 * 104729 % 9000,
      'platform', case when n % 2 = 0 then 'Steam' else ($1::text[])[1 + n % ${PLATFORMS.length}] end,
      'genres', coalesce((select array_agg(genre) from unnest($2::text[]) with ordinality as known (genre, place) where hashint4(n * 100 + place::integer) % (place * 2) = 0), '{}'),
      'search_name', md5((n % ${words})::text) || ' ' || n, 'search_terms', substr(md5((n % ${words})::text), 1, 6) || ' word' || n || ' steam')) changed where product.kinguin_id = 1`,
    [PLATFORMS, GENRES],
  );
  await shop.database.query(
    `insert into price (product_id, kind, starts_at, eur_list_minor, usd_list_minor, pln_list_minor, gbp_list_minor, discount_percent, overridden, actor, created_at)
      select 'p' || n, 'base', $1, cents, cents, cents * 4, cents, 0, '{}', 'test', $1 from generate_series(2, ${count}) n, lateral (select 50 + n * 6151 % 6000 as cents)`,
    [shop.clock.now()],
  );
  await shop.database.query(`insert into search_word select 'word' || n from generate_series(1, ${count}) n`);
  const ids = Array.from({ length: count - 1 }, (_, index) => `p${index + 2}`);
  await shop.get(Transaction).run(() => shop.get(Listings).rebuild(ids, shop.clock.now()));
}

/** A large table is read by a sequential scan. */
export const scans = /Seq Scan on (?:product|listing|listing_genre|price|search_word)\b/;

/** The plan as it is with these very values, and as it is once PostgreSQL uses the generic plan. */
export async function plansOf(shop: TestShop, { text, values }: Omit<Statement, 'name'>): Promise<string[]> {
  const plans: string[] = [];
  for (const mode of ['force_custom_plan', 'force_generic_plan']) {
    await shop.database.query(`set plan_cache_mode = ${mode}`);
    await shop.database.query(`prepare asked as ${text}`);
    const literals = values.map((value) =>
      Array.isArray(value) ? `'{${value.map((item) => `"${item}"`).join(',')}}'` : `'${String(value).replaceAll("'", "''")}'`,
    );
    const { rows } = await shop.database.query<{ 'QUERY PLAN': string }>(
      `explain execute asked${literals.length === 0 ? '' : `(${literals.join(', ')})`}`,
    );
    await shop.database.query('deallocate asked');
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
  }
  return plans;
}
