import { GENRES, MOST_COUNTED_MATCHES } from '@keyturn/shop-rules';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type TestShop, testShop } from '../../../../testing/test-shop.ts';
import { LIST_ORDERS, type ListFilter } from '../../application/catalogue-reads.ts';
import { searchQuestion } from '../../domain/search-words.ts';
import { all } from '../../testing/list-filter.ts';
import { addMany, plansOf, scans } from '../../testing/many-products.ts';
import type { Found } from '../cache/match-cache.ts';
import { type ListScope, listStatement, orderBy, pageWindow } from './list-statement.ts';
import { broadStatement, searchStatement, type SearchStatement, sortedStatement } from './search-statements.ts';

const FEW = { products: 800, words: 20, prefix: 'c4c' };

/** More is sorted than what is on the page, or one genre's part of it. */
const SORTED = /Sort Key: (?!page\.)(?!listing_genre)/;

/** A search that ranks all matches, including those past the limit of counting. */
function everyMatch(statement: SearchStatement): SearchStatement {
  return { ...statement, text: statement.text.replace(`limit ${MOST_COUNTED_MATCHES}`, '') };
}

/** What needs `addMany` products, however many; some dozens have a word that begins with `prefix`. */
export function broadSearchCases(shop: () => TestShop, prefix: string): void {
  test.each(['steam', prefix, prefix.charAt(0), `${prefix} wor`, 'steam word1'])(
    'the result for "%s" by indexes equals that of ranking every match',
    async (query) => {
      const question = searchQuestion(query);
      if (question === null) throw new Error('no question');
      const answers = async ({ text, values }: SearchStatement) => (await shop().database.query<Found>(text, [...values])).rows[0];
      for (const page of [1, 2, 6]) {
        const window = pageWindow({ page, limit: 5 });
        const { count = 0 } = (await answers(searchStatement(question, all, window))) ?? {};
        const ranked = await answers(everyMatch(searchStatement(question, all, window)));
        expect(await answers(broadStatement(question, all, count, window))).toEqual(ranked);
        expect(ranked?.ids).not.toEqual([]);
      }
    },
  );

  test.each(LIST_ORDERS)('in the order "%s" pages of a search by indexes equal those of sorting every match', async (order) => {
    const answers = async ({ text, values }: SearchStatement) => (await shop().database.query<Found>(text, [...values])).rows[0];
    await shop().database.query(`begin; update listing set type = 'software' where hashtext(product_id) % 3 = 0`);
    for (const query of ['steam', `${prefix} wor`, 'steam word1']) {
      const question = searchQuestion(query);
      if (question === null) throw new Error('no question');
      for (const filter of [
        { ...all, order },
        { ...all, order, genres: ['Action'] as const, minMinor: 1000, country: 'PL' },
      ]) {
        for (const page of [1, 2, 6]) {
          const window = pageWindow({ page, limit: 5 });
          const sorted = await answers(everyMatch(searchStatement(question, filter, window)));
          expect(await answers(sortedStatement(question, filter, sorted?.count ?? 0, window))).toEqual(sorted);
          if (page === 1) expect(sorted?.ids).not.toEqual([]);
        }
      }
    }
    await shop().database.query('rollback');
  });

  test('a list of many genres has the products that have one of them, each once, in each order', async () => {
    const genres = GENRES.filter((_genre, place) => place % 2 === 1);
    const idOf = (id: string) =>
      `(select string_agg(page.product_id, ',' order by page.place) from (select product_id, row_number() over () as place from (${id}) ordered) page)`;
    for (const order of LIST_ORDERS) {
      for (const country of [null, 'PL']) {
        const filter: ListFilter = { ...all, limit: 7, page: 3, order, genres, country };
        const { text, values } = listStatement({ type: 'game' }, filter, true);
        const [listed] = (await shop().database.query<{ cards: string; count: number }>(text, [...values])).rows;
        const plain = `select product_id from listing where type = 'game' and not is_hidden and genres && $1 order by ${orderBy(order, 'eur_minor')}`;
        const [expected] = (
          await shop().database.query<{ ids: string; count: number }>(
            `select ${idOf(`${plain} limit 7 offset 14`)} as ids, least(${MOST_COUNTED_MATCHES}, (select count(*) from (${plain}) counted))::integer as count`,
            [genres],
          )
        ).rows;
        const ids = (JSON.parse(`[${listed?.cards}]`) as { _id: string }[]).map(({ _id }) => _id).join(',');
        expect([order, country, ids, listed?.count]).toEqual([order, country, expected?.ids, expected?.count]);
      }
    }
  });
}

/** With few products; `npm run prove` checks the plans with many. */
export function searchAlongIndexes(): void {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await testShop();
    await addMany(shop, FEW.products, FEW.words);
    // With few rows sequential scans and sorts are cheaper than indexes: turned off here, to see whether an index fits.
    await shop.database.query('analyze; set enable_seqscan = off; set enable_sort = off; set enable_bitmapscan = off');
  });
  afterAll(() => shop.close());

  broadSearchCases(() => shop, FEW.prefix);

  const scopes: readonly ListScope[] = [{ type: 'game', platform: 'Steam' }, { type: 'game' }, { type: 'software' }];
  const lists = scopes.flatMap((scope) =>
    LIST_ORDERS.flatMap((order) => ([[], ['Action']] as const).map((genres) => ({ scope, filter: { ...all, order, genres } }))),
  );
  const read = async () => {
    const found: string[] = [];
    for (const { scope, filter } of lists)
      for (const plan of await plansOf(shop, listStatement(scope, filter, true)))
        if (scans.test(plan) || SORTED.test(plan)) found.push(`${JSON.stringify({ scope, filter })}\n${plan}`);
    return found;
  };

  test('each kind of list in each order has an index', async () => {
    expect(await read()).toEqual([]);
  });

  test('this check fails without the index', async () => {
    await shop.database.query('begin; drop index listing_popular_of_platform, listing_popular, listing_popular_of_all');
    const found = await read();
    await shop.database.query('rollback');
    expect(found).not.toEqual([]);
  });
}
