import { jsonOf, sqlCurrencies } from '../adapters/writes/listing-sql.ts';

const major = (minor: string) => `trim_scale(${minor} / 100.0)`;
const iso = (instant: string) => `to_char(${instant} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const amounts = (of: (currency: string) => string) =>
  `${jsonOf(Object.fromEntries(sqlCurrencies.map((currency) => [currency, of(currency)])))}::json`;
const listed = (row: string) => amounts((currency) => major(`${row}.${currency}_list_minor`));
const charged = (row: string) =>
  amounts((currency) => major(`coalesce(${row}.${currency}_discounted_minor, ${row}.${currency}_list_minor)`));

/** A product in a list of staff, from `product`, `listing` and the price `in_force`. */
export const cardView: Readonly<Record<string, string>> = {
  id: 'product.id',
  kinguinId: 'product.kinguin_id',
  type: 'product.type',
  name: 'product.name',
  platform: 'product.platform',
  category: 'product.category',
  isHidden: 'product.is_hidden',
  stock: 'listing.stock',
  limitPerBasket: 'product.limit_per_basket',
  price: charged('in_force'),
  isDiscounted: 'in_force.eur_discounted_minor is not null',
  updatedAt: iso('product.updated_at'),
  changedBy: 'product.changed_by',
};

/** A row of `price`, here called `in_force`. */
export const priceView: Readonly<Record<string, string>> = {
  id: 'in_force.id::text',
  kind: 'in_force.kind',
  startsAt: iso('in_force.starts_at'),
  endsAt: iso('in_force.ends_at'),
  list: listed('in_force'),
  charged: charged('in_force'),
  discountPercent: 'in_force.discount_percent',
  setByHand: 'in_force.overridden',
  changedBy: 'in_force.actor',
};

/** The same of a sale, with its `product`. */
export const saleView: Readonly<Record<string, string>> = {
  ...priceView,
  productId: 'product.id',
  kinguinId: 'product.kinguin_id',
  productName: 'product.name',
  isHidden: 'product.is_hidden',
};

/** Everything that staff may know of a product; `moment.now` is the time. */
export const productView: Readonly<Record<string, string>> = {
  ...cardView,
  supplierProductId: 'product.supplier_product_id',
  originalName: 'product.original_name',
  title: 'product.title',
  metaDescription: 'product.meta_description',
  description: 'product.description',
  notes: 'product.notes',
  genres: 'product.genres',
  ageRating: 'product.age_rating',
  releaseDate: 'product.release_date',
  developers: 'product.developers',
  publishers: 'product.publishers',
  languages: 'product.languages',
  regions: 'product.regions',
  regionId: 'product.region_id',
  regionalLimitations: 'product.regional_limitations',
  countryLimitation: 'product.country_limitation',
  popularity: 'product.popularity',
  coverImage: `'images/' || product.cover_image || '-640.webp'`,
  screenshots: `coalesce((select json_agg('images/' || image || '-1280.webp' order by place) from unnest(product.screenshot_images) with ordinality as shot (image, place)), '[]')`,
  cost: major('product.cost_minor'),
  supplierQty: 'product.supplier_qty',
  keptFields: 'product.kept_fields',
  priceInForce: `(select ${jsonOf(priceView)}::json)`,
  plannedPrices: `coalesce((select json_agg(${jsonOf(priceView)}::json order by starts_at) from price in_force
    where in_force.product_id = product.id and in_force.kind = 'base' and in_force.starts_at > moment.now
      and (in_force.ends_at is null or in_force.ends_at > in_force.starts_at)), '[]')`,
  sales: `coalesce((select json_agg(${jsonOf(priceView)}::json order by starts_at) from price in_force
    where in_force.product_id = product.id and in_force.kind = 'sale' and in_force.ends_at > moment.now and in_force.ends_at > in_force.starts_at), '[]')`,
  createdAt: iso('product.created_at'),
};
