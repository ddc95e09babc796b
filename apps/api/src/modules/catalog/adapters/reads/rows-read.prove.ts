import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { GENRES, MOST_COUNTED_MATCHES } from '@keyturn/shop-rules';
import { READ_SETTINGS, type Reads } from '../../../../platform/database/read-database.ts';
import { rowsRead } from '../../../../testing/plans/statement-plans.ts';
import { type TestShop, testShop } from '../../../../testing/test-shop.ts';
import { LIST_ORDERS, type ListFilter } from '../../application/catalogue-reads.ts';
import { Listings } from '../../application/ports.ts';
import { all } from '../../testing/list-filter.ts';
import { addMany } from '../../testing/many-products.ts';
import type { MatchCache } from '../cache/match-cache.ts';
import { TtlCache } from '../cache/ttl-cache.ts';
import { listStatement } from './list-statement.ts';
import { searchText } from './sql-search.ts';

/** Each of them has the word "steam". */
const PRODUCTS = 20_000;
/** Pages are read beside what is counted. */
const PAGES = 1000;
const OF_LISTINGS = /^listing/;
let shop: TestShop;

beforeAll(async () => {
  shop = await testShop();
  for (const [name, value] of Object.entries(READ_SETTINGS)) await shop.database.query(`set ${name} = ${value}`);
  await addMany(shop, PRODUCTS);
  await shop.database.query(`insert into search_word values ('steam') on conflict do nothing`);
  await shop.get(Listings).settle();
}, 120_000);
afterAll(() => shop.close());

/** Runs what a search asks; adds up the rows of listings that it looked at. */
class Explained implements Reads {
  lookedAt = 0;

  async rows<Row>(_name: string, text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return (await shop.database.query(text, [...values])).rows as Row[];
  }

  async unprepared<Row>(text: string, values: readonly unknown[]): Promise<Row[]> {
    this.lookedAt += await rowsRead(shop, { text, values }, OF_LISTINGS);
    return this.rows('', text, values);
  }
}

async function searched(text: string, filter: ListFilter): Promise<{ found: number; pages: number; lookedAt: number }> {
  const database = new Explained();
  const matches = { found: new TtlCache(10, 60_000), counts: new TtlCache(10, 60_000) } as unknown as MatchCache;
  const { products, totalPages } = JSON.parse(await searchText(database, matches, text, filter)) as {
    products: unknown[];
    totalPages: number;
  };
  return { found: products.length, pages: totalPages, lookedAt: database.lookedAt };
}

test.each(['steamm', `steamm altergift playstation microsoft nintendo download ubisoft account connect windows voucher digital`])(
  'a search with a typing error of a word that every name has looks at as many as are compared, and not at all: "%s"',
  async (text) => {
    for (const order of [null, 'priceAsc'] as const) {
      for (const page of [1, 2]) {
        const { found, lookedAt } = await searched(text, { ...all, order, page });
        expect(found).toBe(16);
        expect(lookedAt).toBeGreaterThan(500);
        // What follows the cached matches is ranked anew.
        expect(lookedAt).toBeLessThanOrEqual(6000 * page);
      }
    }
  },
);

test.each(LIST_ORDERS)('in the order "%s" a search for a word that every name has looks at as many as are counted', async (order) => {
  for (const page of [1, 2, 50]) {
    const { found, pages, lookedAt } = await searched('steam', { ...all, order, page });
    expect([found, pages]).toEqual([16, MOST_COUNTED_MATCHES / 16]);
    expect(lookedAt).toBeLessThanOrEqual(MOST_COUNTED_MATCHES + PAGES + 2 * 16 * page);
  }
});

test('a list of all genres looks at as many as are counted, and at those before its page', async () => {
  const lookedAt: unknown[] = [];
  for (const order of LIST_ORDERS) {
    for (const country of [null, 'PL']) {
      for (const page of [1, 100]) {
        const filter = { ...all, limit: 100, genres: GENRES, order, country, page };
        const rows = await rowsRead(shop, listStatement({ type: 'game' }, filter, true), OF_LISTINGS);
        if (rows > 1.5 * (MOST_COUNTED_MATCHES + 100 * page)) lookedAt.push({ order, country, page, rows });
      }
    }
  }
  expect(lookedAt).toEqual([]);
});
