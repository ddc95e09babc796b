import { describe, expect, test } from '@jest/globals';
import { MOST_COUNTED_MATCHES } from '@keyturn/shop-rules';
import { CatalogueReads } from '../../application/catalogue-reads.ts';
import { all, type Answer, idsOf, orderOf, orders, paging } from './paging.db.cases.ts';

/** More than are counted. */
const CROWD = MOST_COUNTED_MATCHES + 50;

describe('paging beside a crowd', () => {
  const { shop, expectSteady } = paging(CROWD);
  const crowd = idsOf('crowd', CROWD);
  const named = crowd.map((id, at) => ({
    id,
    name: ['crowd', `crowd ${at + 1}`, `crowdy ${at + 1}`][(at + 1) % 5] ?? `the crowd ${at + 1}`,
  }));
  const inOrder: Partial<Record<(typeof orders)[number], readonly string[]>> = {
    default: [/^crowd$/, /^crowd /, /^crowdy/, /^the/].flatMap((near) => named.flatMap(({ id, name }) => (near.test(name) ? [id] : []))),
    priceDesc: crowd.toReversed(),
    nameAsc: named.toSorted((a, b) => (a.name === b.name ? 0 : a.name < b.name ? -1 : 1)).map(({ id }) => id),
  };

  test.each(orders)(
    'in the order "%s" the pages of a search with more matches than are counted contain the first ones once each, also on a repeat',
    async (order) => {
      const expected = (inOrder[order] ?? crowd).slice(0, MOST_COUNTED_MATCHES);
      await expectSteady(
        (filter) => shop().get(CatalogueReads).search('crowd', filter),
        { ...all, limit: 2000, order: orderOf(order) },
        expected,
      );
    },
    60_000,
  );

  test('a search with more matches than are counted continues after its cached matches', async () => {
    const answers: Answer[] = [];
    for (const page of [1, 2, 3, 4, 1000])
      answers.push(
        JSON.parse(
          await shop()
            .get(CatalogueReads)
            .search('crowd', { ...all, page }),
        ) as Answer,
      );
    const nearest = inOrder.default?.slice(0, MOST_COUNTED_MATCHES) ?? [];
    expect(answers.flatMap(({ products }) => products.map(({ _id }) => _id))).toEqual([...nearest.slice(0, 40), ...nearest.slice(-10)]);
    expect(new Set(answers.map(({ totalPages }) => totalPages))).toEqual(new Set([1000]));
  });
});
