import { COVER_WIDTHS, CURRENCIES, MOST_PER_LINE } from '@keyturn/shop-rules';
import { type Kysely, sql } from 'kysely';

export const CATALOGUE_CHANNEL = 'catalogue_changed';
/** Payload of the notification if only the stock changed. */
export const STOCK_ALONE = 'stock';

/** Minor units of a currency in SQL, `eur`. */
export const sqlCurrencies = CURRENCIES.map((currency) => currency.toLowerCase());

/** The width that cards ask for first; browsers pick others by `imageAtWidth`. */
const CARD_WIDTH: (typeof COVER_WIDTHS)[number] = 320;

const discounted = (currency: string) => `in_force.${currency}_discounted_minor`;
const listed = (currency: string) => `in_force.${currency}_list_minor`;
const charged = (currency: string) => `coalesce(${discounted(currency)}, ${listed(currency)})`;
const major = (minor: string) => `trim_scale(${minor} / 100.0)`;

const ROW = ['id', 'kind', 'starts_at', 'ends_at', 'discount_percent', 'overridden', 'actor'] as const;

/** What a product costs `at` a moment, an SQL expression: of its base price and a sale, in each currency whichever charges less, so that no
 * sale raises a price. The row shown (`id`, `kind`, times, percent) is that of the euro price. */
export function priceInForce(productId: string, at: string): string {
  const rowOf = (kind: string) => `select * from price where price.product_id = ${productId} and kind = '${kind}'
    and starts_at <= ${at} and (ends_at is null or ends_at > ${at}) order by starts_at desc, price.id desc limit 1`;
  const isSale = (currency: string) =>
    `sale.${currency}_discounted_minor <= coalesce(base.${currency}_discounted_minor, base.${currency}_list_minor)`;
  const lower = (currency: string, column: string) =>
    `case when ${isSale(currency)} then sale.${column} else base.${column} end as ${column}`;
  const amounts = sqlCurrencies.flatMap((currency) => ['list', 'discounted'].map((kind) => lower(currency, `${currency}_${kind}_minor`)));
  return `select ${[...ROW.map((column) => lower('eur', column)), ...amounts].join(', ')}
    from (${rowOf('base')}) base left join (${rowOf('sale')}) sale on true`;
}

/** Keys in the order of `ProductCard`, compact; stock and the closing brace are added on reading, because cutting UTF-8 text is slow. */
const cardFields: Readonly<Record<string, string>> = {
  _id: 'product.id',
  type: 'product.type',
  productId: 'product.supplier_product_id',
  name: 'product.name',
  platform: 'product.platform',
  category: 'product.category',
  genres: 'product.genres',
  regions: 'product.regions',
  releaseDate: 'product.release_date',
  mainImage: `'images/' || product.cover_image || '-${CARD_WIDTH}.webp'`,
  price: major(listed('eur')),
  sellPrice: major(listed('eur')),
  usdPrice: major(listed('usd')),
  plnPrice: major(listed('pln')),
  gbpPrice: major(listed('gbp')),
  // In whichever currency: after a change of the base price a sale may be lower in some of them alone.
  is_discounted: `coalesce(${sqlCurrencies.map(discounted).join(', ')}) is not null`,
  // Computed from the two prices shown: they are rounded, and a supplier's percentage may differ.
  discount_perc: `coalesce(round((${listed('eur')} - ${discounted('eur')}) * 100.0 / nullif(${listed('eur')}, 0)), 0)`,
  new_price: major(discounted('eur')),
  usdPriceDiscounted: major(discounted('usd')),
  plnPriceDiscounted: major(discounted('pln')),
  gbpPriceDiscounted: major(discounted('gbp')),
  limt_per_basket: 'product.limit_per_basket',
  cheapestOfferId: 'product.offer_ids',
};

const cardText = `case product.type when 'software' then '{"productName":' || to_json(product.name)::text else '{"kinguinId":' || product.kinguin_id end
  || ',' || left(substr(${jsonOf(cardFields)}, 2), -1) || ','`;

/** Compact JSON text of an object whose values are SQL expressions. */
export function jsonOf(fields: Readonly<Record<string, string>>): string {
  const list = Object.entries(fields).map(([key, value]) => `${value} as "${key}"`);
  return `(select row_to_json(fields)::text from (select ${list.join(', ')}) fields)`;
}

/** A listing's own keys and what suppliers bring. */
const FOR_SALE = '(listing.stock + listing.offered)';

/** A listing's card as JSON text that lacks its closing brace: the prepared part, which ends in a comma, and the stock of this moment. */
export const OPEN_CARD = `listing.card || '"qty":' || ${FOR_SALE} || ',"mqte":' || least(${FOR_SALE}, listing.limit_per_basket, ${MOST_PER_LINE})`;

/** A listing's card as JSON text. */
export const CARD = `${OPEN_CARD} || '}'`;

const columns = [
  'product_id',
  'type',
  'platform',
  'genres',
  'search_name',
  'search_vector',
  'is_hidden',
  ...sqlCurrencies.map((currency) => `${currency}_minor`),
  'popularity',
  'newest',
  'region_id',
  'region_names',
  'excluded_countries',
  'limit_per_basket',
  'card',
  'next_price_change_at',
];

/** Names that limit a product, in lower case: the shop's own, else the supplier's. */
const regionNames = `case when product.regions <> '{}' then lower(product.regions::text)::text[]
  when product.regional_limitations is not null then array[lower(product.regional_limitations)] else '{}' end`;

const writeListings = `insert into listing (${columns.join(', ')})
  select product.id, product.type, product.platform, product.genres, product.search_name, array_to_tsvector(string_to_array(product.search_terms, ' ')), product.is_hidden,
    ${sqlCurrencies.map(charged).join(', ')}, product.popularity,
    coalesce(product.release_date, product.created_at::date) - date '1970-01-01', product.region_id, ${regionNames}, product.country_limitation, product.limit_per_basket, ${cardText},
    (select min(change) from price, lateral (values (starts_at), (ends_at)) as edge (change) where price.product_id = product.id and change > $2)
  from product cross join lateral (${priceInForce('product.id', '$2')}) in_force
  where product.id = any($1) order by product.id
  on conflict (product_id) do update set ${columns
    .slice(1)
    .map((column) => `${column} = excluded.${column}`)
    .join(', ')}`;

const genreColumns = [
  'type',
  'platform',
  'popularity',
  'newest',
  'region_id',
  'region_names',
  'excluded_countries',
  ...sqlCurrencies.map((currency) => `${currency}_minor`),
];

const writeGenres = `insert into listing_genre (product_id, genre, ${genreColumns.join(', ')})
  select product_id, genre, ${genreColumns.join(', ')}
  from listing cross join lateral unnest(genres) genre where product_id = any($1) and not is_hidden order by product_id, genre
  on conflict (product_id, genre) do update set ${genreColumns.map((column) => `${column} = excluded.${column}`).join(', ')}`;

const dropGenres = `delete from listing_genre using listing
  where listing_genre.product_id = any($1) and listing.product_id = listing_genre.product_id and (listing.is_hidden or not listing_genre.genre = any(listing.genres))`;

/** Rebuilds the read model of these products from product and price, without stock, and notifies all processes. Inside a transaction.
 * `areFirst`: of products that are in no list yet, so that there is nothing to remove. */
export async function rebuildListings(
  db: Kysely<unknown>,
  productIds: readonly string[],
  now: Date,
  { areFirst = false }: { areFirst?: boolean } = {},
): Promise<void> {
  if (productIds.length === 0) return;
  const ids = [...productIds].sort();
  await run(db, writeListings, [ids, now]);
  if (!areFirst) await run(db, dropGenres, [ids]);
  await run(db, writeGenres, [ids]);
  await notifyCatalogueChanged(db);
}

export async function notifyCatalogueChanged(db: Kysely<unknown>, change: '' | typeof STOCK_ALONE = ''): Promise<void> {
  await sql`select pg_notify(${CATALOGUE_CHANNEL}, ${change})`.execute(db);
}

/** Runs text with `$1` parameters in the transaction of `db`. Each parameter may occur several times. */
export async function run<Row>(db: Kysely<unknown>, text: string, values: readonly unknown[]): Promise<Row[]> {
  const parts = text.split(/\$(\d+)/);
  const fragments = parts.map((part, index) => (index % 2 === 0 ? sql.raw(part) : sql.val(values[Number(part) - 1])));
  return (await sql<Row>`${sql.join(fragments, sql.raw(''))}`.execute(db)).rows;
}
