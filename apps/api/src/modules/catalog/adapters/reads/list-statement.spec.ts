import { GENRES, MOST_COUNTED_MATCHES } from '@keyturn/shop-rules';
import { expect, test } from '@jest/globals';
import type { ListFilter } from '../../application/catalogue-reads.ts';
import { all as firstSixteen } from '../../testing/list-filter.ts';
import { TtlCache } from '../cache/ttl-cache.ts';
import { listStatement, type Statement } from './list-statement.ts';
import { SqlCatalogueReads } from './sql-catalogue-reads.ts';

const all = { ...firstSixteen, limit: 100, maxMinor: 999_999 };
const streamsOf = ({ text }: Statement) => text.match(/from listing_genre /g)?.length ?? 0;

test('of a few genres each is read from its index; of many all are one condition, so that no product is read for each that it has', () => {
  for (const country of [null, 'PL']) {
    for (const order of [null, 'newest'] as const) {
      const counted = (genres: ListFilter['genres']) => listStatement({ type: 'game' }, { ...all, genres, country, order }, true);
      expect(streamsOf(counted(GENRES.slice(0, 5)))).toBeGreaterThanOrEqual(5);
      const { text, values } = counted(GENRES);
      expect([streamsOf({ name: null, text, values }), text.includes('distinct')]).toEqual([0, false]);
      expect(values.filter((value) => value === GENRES)).toHaveLength(1);
    }
  }
});

test('what a list counts of many genres ends at the limit of counting', () => {
  const { text } = listStatement({ type: 'game' }, { ...all, genres: GENRES }, true);
  expect(text).toMatch(new RegExp(`genres && \\$\\d+::text\\[\\] and not is_hidden limit ${MOST_COUNTED_MATCHES}\\) counted`));
});

test('a page past the counted matches is not looked for', async () => {
  const asked: unknown[] = [];
  const rows = async (values: readonly unknown[]) => {
    asked.push(values.at(-1));
    return [{ cards: '{"_id":"a"}', count: 150 }];
  };
  const database = {
    rows: (_name: string, _text: string, values: readonly unknown[]) => rows(values),
    unprepared: (_text: string, values: readonly unknown[]) => rows(values),
  };
  const reads = new SqlCatalogueReads(
    database as never,
    {} as never,
    { get: (_key: string, ask: () => Promise<string>) => ask() } as never,
    { counts: new TtlCache(10, 1000) } as never,
    {} as never,
  );
  const answers: unknown[] = [];
  for (const page of [1, 2, 3, 100]) answers.push(JSON.parse(await reads.games({ ...all, page })));
  const found = { products: [{ _id: 'a' }], totalPages: 2 };
  expect(answers).toEqual([found, found, { ...found, products: [] }, { ...found, products: [] }]);
  expect(asked).toEqual([0, 100]);
});
