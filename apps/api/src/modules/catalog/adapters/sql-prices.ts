import { CURRENCIES, type Currency, type Price } from '@keyturn/shop-rules';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Kysely } from 'kysely';
import { Listings, Prices } from '../application/ports.ts';
import type { PriceChange, PricedProduct } from '../domain/price.ts';
import { rebuildListings, run, sqlCurrencies } from './listing-sql.ts';

const MOST_AT_ONCE = 1000;
export const priceColumns = sqlCurrencies.flatMap((currency) => [`${currency}_list_minor`, `${currency}_discounted_minor`]);

const endBase = `update price set ends_at = greatest($2::timestamptz, starts_at)
  where product_id = any($1::text[]) and kind = 'base' and ends_at is null`;

const startBase = `insert into price (product_id, kind, starts_at, ${priceColumns.join(', ')}, discount_percent, overridden, actor, created_at)
  select product_id, 'base', $2, ${priceColumns.join(', ')}, discount_percent, overridden, $3, $2
  from json_to_recordset($1::json) as given (product_id text, ${priceColumns.map((column) => `${column} integer`).join(', ')}, discount_percent integer, overridden text[])`;

/** Ends the open base prices and starts others, in the transaction that `db` is in. */
export async function changeBasePrices(db: Kysely<unknown>, changes: readonly PriceChange[], at: Date, actor: string): Promise<void> {
  if (changes.length === 0) return;
  await run(db, endBase, [changes.map(({ productId }) => productId), at]);
  await run(db, startBase, [JSON.stringify(changes.map(priceRow)), at, actor]);
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

@Injectable()
export class SqlPrices extends Prices {
  constructor(private readonly em: EntityManager) {
    super();
  }

  override openBase(afterId: string, most: number): Promise<PricedProduct[]> {
    return this.priced('product.id > $1 order by product.id limit $2', [afterId, most]);
  }

  override async ofProduct(productId: string): Promise<PricedProduct | null> {
    return (await this.priced('product.id = $1', [productId]))[0] ?? null;
  }

  private async priced(condition: string, values: readonly unknown[]): Promise<PricedProduct[]> {
    const rows = await run<
      Record<string, number | null> & { product_id: string; cost_minor: number | null; discount_percent: number; overridden: string[] }
    >(
      this.em.getKysely() as never,
      `select product.id as product_id, cost_minor, discount_percent, overridden, ${priceColumns.join(', ')}
        from product join price on price.product_id = product.id and kind = 'base' and ends_at is null
        where ${condition} for no key update of product`,
      values,
    );
    return rows.map((row) => ({
      productId: row.product_id,
      costMinor: row.cost_minor,
      discountPercent: row.discount_percent,
      overridden: row.overridden,
      prices: pricesOf(row),
    }));
  }

  override changeBase(changes: readonly PriceChange[], at: Date, actor: string): Promise<void> {
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

  override rebuild(productIds: readonly string[], now: Date): Promise<void> {
    return rebuildListings(this.em.getKysely() as never, productIds, now);
  }

  override async settle(): Promise<void> {
    await run(this.em.getKysely() as never, 'vacuum (analyze) product, price, listing, listing_genre, search_word', []);
  }
}
