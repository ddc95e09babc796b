import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Transaction } from '../../../../shared/ports.ts';
import { addProducts } from '../../../../testing/products.ts';
import { type TestShop, testShop } from '../../../../testing/test-shop.ts';
import { CatalogueReads, LIST_ORDERS, type ListFilter } from '../../application/catalogue-reads.ts';
import { Listings } from '../../application/ports.ts';
import { all as firstSixteen } from '../../testing/list-filter.ts';

/** Equal in all sort columns (name, price, popularity and date). Only the id differs. */
const [GAMES, SOFTWARE] = [33, 28];
export const all = { ...firstSixteen, limit: 10 };

export const idsOf = (kind: string, count: number) => Array.from({ length: count }, (_, at) => `${kind}${String(at + 1).padStart(5, '0')}`);
type Ask = (filter: ListFilter) => Promise<string>;
export type Answer = Record<'products' | 'games', { _id: string }[]> & { totalPages: number };

export const orders = ['default', ...LIST_ORDERS] as const;
export const orderOf = (name: (typeof orders)[number]) => (name === 'default' ? null : name);

interface Paged {
  shop(): TestShop;
  expectSteady(ask: Ask, filter: ListFilter, expected: readonly string[]): Promise<void>;
}

/** Beside `others` products that a search for "crowd" finds with four ranks, equal in popularity and date. */
export function paging(others = 0): Paged {
  let shop: TestShop;
  const games = idsOf('game', GAMES);
  const software = idsOf('software', SOFTWARE);
  const crowd = idsOf('crowd', others);

  beforeAll(async () => {
    shop = await testShop();
    await addProducts(shop, [{ kinguinId: 1_000_000, popularity: 5, releaseDate: '2020-01-01' }]);
    const insert = (kind: string, count: number, fields: string) =>
      shop.database.query(
        `insert into product select changed.* from product, generate_series(1, ${count}) n, lateral jsonb_populate_record(product, jsonb_build_object(
        'id', '${kind}' || lpad(n::text, 5, '0'), 'search_name', 'quiet harbour', 'search_terms', 'quiet harbour', ${fields})) changed where product.kinguin_id = 1000000`,
      );
    // A third of the games has only the first genre, a third only the second, and a third both.
    await insert(
      'game',
      GAMES,
      `'kinguin_id', n, 'genres', case n % 3 when 1 then array['Action'] when 2 then array['RPG'] else array['Action', 'RPG'] end`,
    );
    await insert('software', SOFTWARE, `'kinguin_id', null, 'type', 'software', 'platform', 'PC'`);
    await insert(
      'crowd',
      others,
      `'kinguin_id', 1000 + n, 'platform', 'Android', 'search_terms', case n % 5 when 2 then 'crowdy' else 'crowd' end,
      'search_name', case n % 5 when 0 then 'crowd' when 1 then 'crowd ' || n when 2 then 'crowdy ' || n else 'the crowd ' || n end`,
    );
    await shop.database.query('delete from product where kinguin_id = 1000000');
    await shop.database.query(
      `insert into price (product_id, kind, starts_at, eur_list_minor, usd_list_minor, pln_list_minor, gbp_list_minor, discount_percent, overridden, actor, created_at)
      select id, 'base', $1, 100, 100, 400, 100, 0, '{}', 'test', $1 from product`,
      [shop.clock.now()],
    );
    await shop.database.query(`insert into search_word values ('quiet'), ('harbour') on conflict do nothing`);
    await shop.get(Transaction).run(() => shop.get(Listings).rebuild([...games, ...software, ...crowd], shop.clock.now()));
    await shop.get(Listings).settle();
  }, 120_000);
  afterAll(() => shop.close());

  const reads = () => shop.get(CatalogueReads);

  /** All ids in the order of the pages. Each page must have `totalPages`, and the page after the last is empty. */
  async function walk(ask: Ask, filter: ListFilter, totalPages: number): Promise<string[]> {
    const ids: string[] = [];
    for (let page = 1; page <= totalPages + 1; page += 1) {
      const answer = JSON.parse(await ask({ ...filter, page })) as Answer;
      const cards = answer.products ?? answer.games;
      expect([page, answer.totalPages, cards.length > 0]).toEqual([page, totalPages, page <= totalPages]);
      ids.push(...cards.map(({ _id }) => _id));
    }
    return ids;
  }

  async function expectSteady(ask: Ask, filter: ListFilter, expected: readonly string[]): Promise<void> {
    for (let time = 1; time <= 2; time += 1) {
      // Every change of a product moves its row in the table: an order that is not total gives another result then.
      for (const table of ['listing', 'listing_genre']) {
        const move = `update ${table} set popularity = popularity where product_id = any($1) and hashtext(product_id) % 3 = 0`;
        await shop.database.query(move, [expected]);
      }
      const walked = await walk(ask, filter, Math.ceil(expected.length / filter.limit));
      // Only the first differences: a diff of two lists of ten thousand takes minutes.
      expect(walked.flatMap((id, at) => (id === expected[at] ? [] : [{ at, id }])).slice(0, 5)).toEqual([]);
      expect(walked).toHaveLength(expected.length);
    }
  }
  const everything = [...games, ...software];
  const lists: readonly [name: string, ask: Ask, genres: ListFilter['genres'], expected: readonly string[]][] = [
    ['software', (filter) => reads().software(filter), [], software],
    ['a platform', (filter) => reads().gamesOfPlatform('Steam', filter), [], games],
    ['a platform and a genre', (filter) => reads().gamesOfPlatform('Steam', filter), ['Action'], games.filter((_id, at) => at % 3 !== 1)],
    ['a platform and two genres', (filter) => reads().gamesOfPlatform('Steam', filter), ['Action', 'RPG'], games],
    ['a search', (filter) => reads().search('quiet harbour', filter), [], everything],
    ['a search that has a typing error', (filter) => reads().search('quiet harbuor', filter), [], everything],
  ];

  test.each(lists.flatMap((list) => orders.map((order) => ({ list, name: list[0], order }))))(
    'in the order "$order" the pages of $name contain each of many equal products once, also on a repeat',
    async ({ list: [, ask, genres, ids], order }) => {
      const expected = order === 'priceDesc' ? ids.toReversed() : ids;
      await expectSteady(ask, { ...all, genres, order: orderOf(order) }, expected);
    },
  );

  return { shop: () => shop, expectSteady };
}
