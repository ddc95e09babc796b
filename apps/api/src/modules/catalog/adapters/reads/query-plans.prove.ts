import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { READ_SETTINGS } from '../../../../platform/database/read-database.ts';
import { type TestShop, testShop } from '../../../../testing/test-shop.ts';
import { LIST_ORDERS, type ListFilter } from '../../application/catalogue-reads.ts';
import { Listings } from '../../application/ports.ts';
import { searchQuestion } from '../../domain/search-words.ts';
import { homeText } from './home-statement.ts';
import { all } from '../../testing/list-filter.ts';
import { addMany, plansOf, scans } from '../../testing/many-products.ts';
import { broadSearchCases } from './broad-search.db.cases.ts';
import { type ListScope, listStatement, pageWindow } from './list-statement.ts';
import { priceInForce } from '../writes/listing-sql.ts';
import { gameText, similarText, softwareText } from './sql-catalogue-reads.ts';
import { alikeStatement, broadStatement, searchStatement } from './search-statements.ts';
import { cardsText, completionsText } from './sql-search.ts';

const PRODUCTS = 20_000;
const firstPage = pageWindow(all);
const steam: ListScope = { type: 'game', platform: 'Steam' };
let shop: TestShop;

beforeAll(async () => {
  shop = await testShop();
  for (const [name, value] of Object.entries(READ_SETTINGS)) await shop.database.query(`set ${name} = ${value}`);
  await addMany(shop, PRODUCTS);
  await settled();
}, 120_000);
afterAll(() => shop.close());

/**
 * Vacuums until the pages are known to be visible to all: a concurrent autovacuum can prevent the first one, and then index-only scans look
 * expensive.
 */
async function settled(): Promise<void> {
  for (let tries = 0; tries < 40; tries += 1) {
    await shop.get(Listings).settle();
    const { rows } = await shop.database.query<{ share: number }>(
      `select min(relallvisible::float / greatest(relpages, 1)) as share from pg_class where relname in ('product', 'price', 'listing', 'listing_genre')`,
    );
    if ((rows[0]?.share ?? 0) > 0.99) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error('The tables did not settle.');
}

const lists = [steam, { type: 'game', platform: 'Android' } as const, { type: 'game' } as const, { type: 'software' } as const].flatMap(
  (scope) =>
    LIST_ORDERS.flatMap((order) =>
      [[], ['Action'], ['VR Games'], ['Action', 'RPG', 'Survival']].flatMap((genres) =>
        [
          [0, 2_147_483_647],
          [1000, 2000],
        ].map(([minMinor = 0, maxMinor = 0]) => ({ scope, filter: { ...all, order, genres, minMinor, maxMinor } as ListFilter })),
      ),
    ),
);

test(`none of ${lists.length} kinds of lists reads a large table from end to end`, async () => {
  for (const { scope, filter } of lists) {
    // For a repeated query the count is cached.
    for (const counts of [true, false]) {
      for (const plan of await plansOf(shop, listStatement(scope, filter, counts))) {
        if (scans.test(plan)) throw new Error(`${JSON.stringify({ scope, filter, counts })}\n${plan}`);
      }
    }
  }
});

test('platform, genre and price are read from one index in the order of the page, without sorting', async () => {
  for (const genres of [['Action'], ['Action', 'RPG']] as const) {
    for (const plan of await plansOf(shop, listStatement(steam, { ...all, genres, minMinor: 1000, maxMinor: 2000 }, true))) {
      expect(plan).toContain('Index Only Scan using listing_genre_of_platform');
      expect(plan).not.toContain('Bitmap');
      // Only the sixteen of the page are sorted at the end; their source is in order already.
      expect(plan.match(/Sort Key: (?!page\.)(?!listing_genre)/g) ?? []).toEqual([]);
    }
  }
});

test('matches are counted up to ten thousand, in lists and in searches', async () => {
  const question = searchQuestion('steam');
  if (question === null) throw new Error('no question');
  for (const { text, values } of [listStatement({ type: 'game' }, all, true), searchStatement(question, all, firstPage)]) {
    const { rows } = await shop.database.query<{ count: number }>(text, [...values]);
    expect(rows[0]?.count).toBe(10_000);
  }
  const { body } = await shop.app.inject('/products/getAllProductsFiltred?limit=100');
  expect((JSON.parse(body) as { totalPages: number }).totalPages).toBe(100);
});

test('a search for certain words is answered from the index of words', async () => {
  const question = searchQuestion('word1234');
  if (question === null) throw new Error('no question');
  const [plan = ''] = await plansOf(shop, searchStatement(question, all, firstPage));
  expect(plan).toContain('listing_of_words');
  expect(plan).not.toMatch(scans);
});

test.each(['steam', 'wo', 'word1', 'a', 'ste wor'])('a search with thousands of matches is read from indexes too: "%s"', async (query) => {
  const question = searchQuestion(query);
  if (question === null) throw new Error('no question');
  for (const filter of [all, { ...all, genres: ['VR Games'] as const, maxMinor: 2000 }]) {
    const [plan = ''] = await plansOf(shop, broadStatement(question, filter, 10_000, { offset: 0, rows: 24 }));
    expect(plan).not.toMatch(scans);
  }
});

broadSearchCases(() => shop, 'a1d');

test('every filter and order of a search for certain words starts from the index of words', async () => {
  const question = searchQuestion('word1234');
  if (question === null) throw new Error('no question');
  for (const order of [null, ...LIST_ORDERS]) {
    for (const genres of [[], ['Action'], ['VR Games', 'RPG']] as const) {
      for (const maxMinor of [2000, 2_147_483_647]) {
        const filter = { ...all, order, genres, maxMinor };
        for (const statement of [
          searchStatement(question, filter, firstPage),
          alikeStatement(question, question.tsquery, filter, firstPage),
        ]) {
          const [plan = ''] = await plansOf(shop, statement);
          expect(plan).not.toMatch(scans);
        }
      }
    }
  }
});

test('details, similar products, home, due prices and prices in force are found by their indexes', async () => {
  await shop.database
    .query(`insert into home_section (id, position, section_name, changed_by, updated_at) values ('one', 1, 'One', 'test', now()) on conflict do nothing;
    insert into home_section_product select 'one', n, 'p' || n from generate_series(2, 60) n on conflict do nothing; analyze home_section, home_section_product`);
  const similarPlaces = [
    [`type = $4`, 'software'],
    [`type = 'game' and platform = $4`, 'Android'],
    [`type = 'game' and platform = $4`, 'Steam'],
  ] as const;
  const statements: [text: string, values: unknown[]][] = [
    [gameText, [77, 'http://localhost']],
    [softwareText, ['p77', 'http://localhost']],
    [homeText, []],
    [cardsText, [['p77', 'p78']]],
    [completionsText, [['wo', 'a1d', 'ste']]],
    ...similarPlaces.map(([place, value]): [string, unknown[]] => [similarText(place), [77, 'p77', ['Action', 'VR Games'], value]]),
    ['select min(next_price_change_at) as at from listing', []],
    [`select product_id from listing where next_price_change_at <= '2030-01-01' order by product_id limit 10`, []],
    [priceInForce(`'p77'`, 'now()'), []],
    [`select similar_words('wrod77', 6)`, []],
  ];
  for (const [text, values] of statements) {
    for (const plan of await plansOf(shop, { text, values })) {
      if (scans.test(plan)) throw new Error(`${text}\n${plan}`);
    }
  }
});

test('what works in a country is read from indexes in the order of pages, and counted by what limits it', async () => {
  await shop.database.query('begin');
  for (const table of ['listing', 'listing_genre'])
    await shop.database.query(
      `update ${table} set region_id = 3, excluded_countries = case when hashtext(product_id) % 20 = 0 then '{PL}'::text[] else '{CA}' end`,
    );
  await shop.database.query('analyze listing, listing_genre');
  const wrong: string[] = [];
  for (const country of ['PL', 'CA']) {
    for (const { scope, filter } of lists.filter(({ filter: { minMinor } }) => minMinor === 0)) {
      for (const counts of [false, true])
        for (const plan of await plansOf(shop, listStatement(scope, { ...filter, country }, counts))) {
          // The last part is run where there are more limits than are looked up.
          const run = counts ? plan.slice(0, plan.lastIndexOf('InitPlan')) : plan;
          if (scans.test(run) || (counts && !run.includes('listing_of_limits')))
            wrong.push(`${JSON.stringify({ scope, filter, country })}\n${plan}`);
        }
    }
  }
  await shop.database.query('rollback');
  expect(wrong.slice(0, 1)).toEqual([]);
});

test('where products have more limits than are looked up, each of them is looked at', async () => {
  await shop.database.query('begin');
  for (const table of ['listing', 'listing_genre'])
    await shop.database.query(
      `update ${table} set excluded_countries = array[case when hashtext(product_id) % 3 = 0 then 'PL' else 'CA' end, product_id]`,
    );
  const counted: number[] = [];
  for (const genres of [[], ['Action', 'RPG']] as const) {
    const { text, values } = listStatement(steam, { ...all, country: 'CA', genres }, true);
    const { rows } = await shop.database.query<{ count: number }>(text, [...values]);
    counted.push(rows[0]?.count ?? 0);
  }
  const { rows } = await shop.database.query<{ all: number; some: number }>(
    `select count(*)::integer as all, count(*) filter (where genres && '{Action,RPG}')::integer as some from listing
      where type = 'game' and platform = 'Steam' and not is_hidden and excluded_countries @> '{PL}'`,
  );
  await shop.database.query('rollback');
  expect(counted).toEqual([rows[0]?.all, rows[0]?.some]);
});

test('without its index a list would scan the whole table, and this check fails', async () => {
  await shop.database.query(
    'begin; drop index listing_popular_of_platform, listing_popular, listing_by_eur, listing_newest, listing_by_name, listing_by_usd, listing_by_pln, listing_by_gbp, listing_popular_of_all, listing_of_limits',
  );
  const [plan] = await plansOf(shop, listStatement(steam, all, true));
  await shop.database.query('rollback');
  expect(plan).toMatch(scans);
});
