import { CURRENCIES, type Currency, type Price } from '@keyturn/shop-rules';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Kysely } from 'kysely';
import { type CostChange, Listings, Prices, type ProductCost } from '../../application/ports.ts';
import type { ChargedAmounts } from '../../domain/price-limits.ts';
import type { BasePeriod, PeriodChange, PriceChange } from '../../domain/price.ts';
import { rebuildListings, run, sqlCurrencies } from './listing-sql.ts';

const MOST_AT_ONCE = 1000;
export const priceColumns = sqlCurrencies.flatMap((currency) => [`${currency}_list_minor`, `${currency}_discounted_minor`]);

const amountColumns = priceColumns.map((column) => `${column} integer`).join(', ');
/** `$1` is a JSON list of `priceRow`s, each with its `starts_at` and `ends_at`. */
const given = `json_to_recordset($1::json) as given (product_id text, starts_at timestamptz, ends_at timestamptz, ${amountColumns}, discount_percent integer, overridden text[])`;

/** The base price that continues after the end of a temporary price. */
const findRest = `select price.id::text, given.ends_at as starts_at, price.ends_at from price join ${given} on given.product_id = price.product_id
  where kind = 'base' and given.ends_at > price.starts_at and (price.ends_at is null or price.ends_at > given.ends_at)`;

const endBase = `update price set ends_at = greatest(given.starts_at, price.starts_at) from ${given}
  where given.product_id = price.product_id and kind = 'base' and (price.ends_at is null or price.ends_at > greatest(given.starts_at, price.starts_at))
    and (given.ends_at is null or price.starts_at < given.ends_at)`;

const startBase = `insert into price (product_id, kind, starts_at, ends_at, ${priceColumns.join(', ')}, discount_percent, overridden, actor, created_at)
  select product_id, 'base', starts_at, ends_at, ${priceColumns.join(', ')}, discount_percent, overridden, $3, $2 from ${given}`;

const goOn = `insert into price (product_id, kind, starts_at, ends_at, ${priceColumns.join(', ')}, discount_percent, overridden, actor, created_at)
  select product_id, 'base', rest.starts_at, rest.ends_at, ${priceColumns.join(', ')}, discount_percent, overridden, actor, $2
  from price join json_to_recordset($1::json) as rest (id text, starts_at timestamptz, ends_at timestamptz) on price.id = rest.id::bigint`;

/** `$1` is a JSON list of costs. */
const changedCosts = `select product.id, product.cost_minor as before, coalesce(given."costMinor", product.cost_minor) as after, given."offerIds" as offer_ids
    from product join json_to_recordset($1::json) as given ("productId" text, "costMinor" integer, "offerIds" text[]) on given."productId" = product.id
    where product.cost_minor is distinct from coalesce(given."costMinor", product.cost_minor) or product.offer_ids is distinct from given."offerIds"
    order by product.id for no key update of product`;

/** The same. A page of the sitemap does not change by what the shop pays. */
const noteCosts = `with asked as (${changedCosts}) update product set cost_minor = asked.after, offer_ids = asked.offer_ids
    from asked where product.id = asked.id returning product.id`;

/** `seconds` of a price: for how long that much, or more, was charged. */
const lastingPrices = `with period as (
    select product_id, currency, minor, extract(epoch from least(coalesce(ends_at, $3), $3) - greatest(starts_at, $2)) as seconds
    from price cross join lateral (values ${CURRENCIES.map((currency) => `('${currency}', coalesce(${currency}_discounted_minor, ${currency}_list_minor))`).join(', ')}) as charged (currency, minor)
    where product_id = any($1::text[]) and kind = 'base' and starts_at <= $3 and (ends_at is null or ends_at > $2)
  ), level as (
    select product_id, currency, minor, sum(seconds) over (partition by product_id, currency order by minor desc) as seconds from period
  ), lasting as (
    select product_id, currency, coalesce(max(minor) filter (where seconds >= 86400), max(minor)) as minor from level group by product_id, currency
  )
  select product_id as id, json_object_agg(currency, minor) as charged from lasting group by product_id`;

/** Sets base prices for a time or for good (`Prices.changeBase`), in the transaction that `db` is in. `areFirst`: of products that have none
 * yet, so that there is none to end. */
export async function changeBasePrices(
  db: Kysely<unknown>,
  changes: readonly PeriodChange[],
  at: Date,
  actor: string,
  { areFirst = false }: { areFirst?: boolean } = {},
): Promise<void> {
  if (changes.length === 0) return;
  const rows = JSON.stringify(changes.map((change) => ({ ...priceRow(change), starts_at: change.startsAt, ends_at: change.endsAt })));
  const isForATime = changes.some(({ endsAt }) => endsAt !== null);
  const rest = isForATime ? await run(db, findRest, [rows]) : [];
  if (!areFirst) await run(db, endBase, [rows]);
  await run(db, startBase, [rows, at, actor]);
  if (rest.length > 0) await run(db, goOn, [JSON.stringify(rest), at]);
}

/** The four prices of a row of `price`. */
export function pricesOf(row: Record<string, unknown>): Record<Currency, Price> {
  return Object.fromEntries(
    CURRENCIES.map((currency) => {
      const name = currency.toLowerCase();
      return [
        currency,
        { listMinor: Number(row[`${name}_list_minor`] ?? 0), discountedMinor: (row[`${name}_discounted_minor`] ?? null) as number | null },
      ];
    }),
  ) as Record<Currency, Price>;
}

export function priceRow({ productId, prices, discountPercent, overridden }: PriceChange): Record<string, unknown> {
  const amounts = CURRENCIES.flatMap((currency) => [
    [`${currency.toLowerCase()}_list_minor`, prices[currency].listMinor] as const,
    [`${currency.toLowerCase()}_discounted_minor`, prices[currency].discountedMinor] as const,
  ]);
  return { product_id: productId, ...Object.fromEntries(amounts), discount_percent: discountPercent, overridden };
}

interface PeriodRow {
  product_id: string;
  cost_minor: number | null;
  discount_percent: number;
  overridden: string[];
  starts_at: string;
  ends_at: string | null;
  [amount: string]: unknown;
}

@Injectable()
export class SqlPrices extends Prices {
  constructor(private readonly em: EntityManager) {
    super();
  }

  override openBase(afterId: string, most: number, at: Date): Promise<BasePeriod[]> {
    return this.periods('id > $1 order by id limit $2', [afterId, most], at);
  }

  override ofProduct(productId: string, at: Date): Promise<BasePeriod[]> {
    return this.ofProducts([productId], at);
  }

  override ofProducts(productIds: readonly string[], at: Date): Promise<BasePeriod[]> {
    return this.periods('id = any($1::text[]) order by id', [productIds], at);
  }

  override async lastingPrices(productIds: readonly string[], since: Date, now: Date): Promise<ReadonlyMap<string, ChargedAmounts>> {
    const rows = await run<{ id: string; charged: ChargedAmounts }>(this.em.getKysely() as never, lastingPrices, [productIds, since, now]);
    return new Map(rows.map(({ id, charged }) => [id, charged]));
  }

  override async changedCosts(costs: readonly ProductCost[]): Promise<CostChange[]> {
    const rows = await run<{ id: string; before: number | null; after: number | null }>(this.em.getKysely() as never, changedCosts, [
      JSON.stringify(costs),
    ]);
    return rows.flatMap(({ id, before, after }) =>
      after === null || after === before ? [] : [{ productId: id, beforeMinor: before, afterMinor: after }],
    );
  }

  override async noteCosts(costs: readonly ProductCost[]): Promise<string[]> {
    const rows = await run<{ id: string }>(this.em.getKysely() as never, noteCosts, [JSON.stringify(costs)]);
    return rows.map(({ id }) => id);
  }

  /** Locks first, so that it reads the changes of the previous lock holder. */
  private async periods(condition: string, values: readonly unknown[], at: Date): Promise<BasePeriod[]> {
    const db = this.em.getKysely() as never;
    const locked = await run<{ id: string }>(db, `select id from product where ${condition} for no key update`, values);
    if (locked.length === 0) return [];
    const rows = await run<PeriodRow>(
      db,
      `select product.id as product_id, cost_minor, discount_percent, overridden, starts_at, ends_at, ${priceColumns.join(', ')}
        from product join price on price.product_id = product.id and kind = 'base' and (ends_at is null or ends_at > greatest($2::timestamptz, starts_at))
        where product.id = any($1::text[]) order by product.id, starts_at`,
      [locked.map(({ id }) => id), at],
    );
    return rows.map((row) => ({
      productId: row.product_id,
      costMinor: row.cost_minor,
      discountPercent: row.discount_percent,
      overridden: row.overridden,
      prices: pricesOf(row),
      startsAt: new Date(row.starts_at),
      endsAt: row.ends_at === null ? null : new Date(row.ends_at),
    }));
  }

  override changeBase(changes: readonly PeriodChange[], at: Date, actor: string): Promise<void> {
    return changeBasePrices(this.em.getKysely() as never, changes, at, actor);
  }
}

@Injectable()
export class SqlListings extends Listings {
  constructor(private readonly em: EntityManager) {
    super();
  }

  override async refreshDue(now: Date): Promise<number> {
    const db = this.em.getKysely() as never;
    const due = await run<{ product_id: string }>(
      db,
      `select product_id from listing where next_price_change_at <= $1 order by product_id limit ${MOST_AT_ONCE} for no key update skip locked`,
      [now],
    );
    await rebuildListings(
      db,
      due.map(({ product_id }) => product_id),
      now,
    );
    return due.length;
  }

  override async nextDueAt(): Promise<Date | null> {
    const [row] = await run<{ at: string | null }>(this.em.getKysely() as never, 'select min(next_price_change_at) as at from listing', []);
    return row?.at ? new Date(row.at) : null;
  }

  override rebuild(productIds: readonly string[], now: Date): Promise<void> {
    return rebuildListings(this.em.getKysely() as never, productIds, now);
  }

  override async settle(): Promise<void> {
    await run(this.em.getKysely() as never, 'vacuum (analyze) product, price, listing, listing_genre, search_word', []);
  }
}
