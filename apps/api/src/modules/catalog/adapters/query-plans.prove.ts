import { GENRES, MOST_COUNTED_MATCHES, PLATFORMS } from '@keyturn/shop-rules';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { READ_SETTINGS } from '../../../platform/database/read-database.ts';
import { Transaction } from '../../../shared/ports.ts';
import { addProducts } from '../../../testing/products.ts';
import { type TestShop, testShop } from '../../../testing/test-shop.ts';
import { LIST_ORDERS, type ListFilter } from '../application/catalogue-reads.ts';
import { Listings } from '../application/ports.ts';
import { searchQuestion } from '../domain/search-words.ts';
import { homeText } from './home-cache.ts';
import type { Found } from './kept-matches.ts';
import { type ListScope, listStatement, pageWindow, type Statement } from './list-statement.ts';
import { priceInForce } from './listing-sql.ts';
import { gameText, similarText, softwareText } from './sql-catalogue-reads.ts';
import { alikeStatement, broadStatement, cardsText, completionsText, searchStatement, type SearchStatement } from './sql-search.ts';

const PRODUCTS = 20_000;
const all: ListFilter = { page: 1, limit: 16, genres: [], minMinor: 0, maxMinor: 2_147_483_647, currency: 'Eur', order: null };
const firstPage = pageWindow(all);
const steam: ListScope = { type: 'game', platform: 'Steam' };
let shop: TestShop;

beforeAll(async () => {
  shop = await testShop();
  for (const [name, value] of Object.entries(READ_SETTINGS)) await shop.database.query(`set ${name} = ${value}`);
  await addProducts(shop, [{ kinguinId: 1 }]);
  // Half of all are on Steam, genres thin out from the first to the last, names come from a few hundred words.
  await shop.database.query(
    `insert into product select changed.* from product, generate_series(2, ${PRODUCTS}) n, lateral jsonb_populate_record(product, jsonb_build_object(
      'id', 'p' || n, 'kinguin_id', n, 'popularity', n * 7919 % 1000, 'release_date', date '2000-01-01' + n * 104729 % 9000,
      'platform', case when n % 2 = 0 then 'Steam' else ($1::text[])[1 + n % ${PLATFORMS.length}] end,
      'genres', coalesce((select array_agg(genre) from unnest($2::text[]) with ordinality as known (genre, place) where hashint4(n * 100 + place::integer) % (place * 2) = 0), '{}'),
      'search_name', md5((n % 700)::text) || ' ' || n, 'search_terms', substr(md5((n % 700)::text), 1, 6) || ' word' || n || ' steam')) changed where product.kinguin_id = 1`,
    [PLATFORMS, GENRES],
  );
  await shop.database.query(
    `insert into price (product_id, kind, starts_at, eur_list_minor, usd_list_minor, pln_list_minor, gbp_list_minor, discount_percent, overridden, actor, created_at)
      select 'p' || n, 'base', $1, cents, cents, cents * 4, cents, 0, '{}', 'test', $1 from generate_series(2, ${PRODUCTS}) n, lateral (select 50 + n * 6151 % 6000 as cents)`,
    [shop.clock.now()],
  );
  await shop.database.query(`insert into search_word select 'word' || n from generate_series(1, ${PRODUCTS}) n`);
  const ids = Array.from({ length: PRODUCTS - 1 }, (_, index) => `p${index + 2}`);
  await shop.get(Transaction).run(() => shop.get(Listings).rebuild(ids, shop.clock.now()));
  await settled();
}, 120_000);
afterAll(() => shop.close());

/** Vacuums until the pages are known to be visible to all: an autovacuum at the same moment can hold the first one back, and index-only reads look dear then. */
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

/** The plan as it is with these very values, and as it is once PostgreSQL keeps one plan for all values. */
async function plans({ text, values }: Omit<Statement, 'name'>): Promise<string[]> {
  const told: string[] = [];
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
    told.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
  }
  return told;
}

const scans = /Seq Scan on (?:product|listing|listing_genre|price|search_word)\b/;

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
    // A repeated question has its matches counted already.
    for (const counts of [true, false]) {
      for (const plan of await plans(listStatement(scope, filter, counts))) {
        if (scans.test(plan)) throw new Error(`${JSON.stringify({ scope, filter, counts })}\n${plan}`);
      }
    }
  }
});

test('platform, genre and price are read off one index in the order of the page, without sorting', async () => {
  for (const genres of [['Action'], ['Action', 'RPG']] as const) {
    for (const plan of await plans(listStatement(steam, { ...all, genres, minMinor: 1000, maxMinor: 2000 }, true))) {
      expect(plan).toContain('Index Only Scan using listing_genre_of_platform');
      expect(plan).not.toContain('Bitmap');
      // The sixteen of the page are put in order at the end; what they are picked from is in order already.
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
  const [plan = ''] = await plans(searchStatement(question, all, firstPage));
  expect(plan).toContain('listing_of_words');
  expect(plan).not.toMatch(scans);
});

test.each(['steam', 'wo', 'word1', 'a', 'ste wor'])('a search that thousands answer is read off indexes too: "%s"', async (query) => {
  const question = searchQuestion(query);
  if (question === null) throw new Error('no question');
  for (const filter of [all, { ...all, genres: ['VR Games'] as const, maxMinor: 2000 }]) {
    const [plan = ''] = await plans(broadStatement(question, filter, 10_000, { offset: 0, rows: 24 }));
    expect(plan).not.toMatch(scans);
  }
});

test.each(['steam', 'a1d', 'a', 'a1d wor', 'steam word1'])(
  'what is found for "%s" along indexes is what ranking every match finds',
  async (query) => {
    const question = searchQuestion(query);
    if (question === null) throw new Error('no question');
    const answers = async ({ text, values }: SearchStatement) => (await shop.database.query<Found>(text, [...values])).rows[0];
    for (const page of [1, 2, 6]) {
      const window = pageWindow({ page, limit: 5 });
      // All are ranked here, also where the shop would stop.
      const { count = 0 } = (await answers(searchStatement(question, all, window))) ?? {};
      const everything = searchStatement(question, all, window).text.replace(`limit ${MOST_COUNTED_MATCHES}`, '');
      const ranked = await answers({ ...searchStatement(question, all, window), text: everything });
      expect(await answers(broadStatement(question, all, count, window))).toEqual(ranked);
      expect(ranked?.ids).not.toEqual([]);
    }
  },
);

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
          const [plan = ''] = await plans(statement);
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
    for (const plan of await plans({ text, values })) {
      if (scans.test(plan)) throw new Error(`${text}\n${plan}`);
    }
  }
});

test('without its index a list would read the whole table, and this check would say so', async () => {
  await shop.database.query(
    'begin; drop index listing_popular_of_platform, listing_popular, listing_by_eur, listing_newest, listing_by_name, listing_by_usd, listing_by_pln, listing_by_gbp, listing_popular_of_all',
  );
  const [plan] = await plans(listStatement(steam, all, true));
  await shop.database.query('rollback');
  expect(plan).toMatch(scans);
});
