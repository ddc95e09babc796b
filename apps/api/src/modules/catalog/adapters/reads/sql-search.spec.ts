import { MOST_COUNTED_MATCHES } from '@keyturn/shop-rules';
import { expect, test } from '@jest/globals';
import type { Reads } from '../../../../platform/database/read-database.ts';
import { all } from '../../testing/list-filter.ts';
import type { MatchCache } from '../cache/match-cache.ts';
import { TtlCache } from '../cache/ttl-cache.ts';
import { searchText } from './sql-search.ts';

/** A catalogue without a match, whose names have the words that are `known`; notes what was looked up by similarity. */
class NothingFound implements Reads {
  readonly lookedUp: unknown[] = [];
  /** The parameters of each search. */
  readonly searches: (readonly unknown[])[] = [];

  constructor(private readonly known: readonly string[]) {}

  async rows<Row>(name: string, _text: string, values: readonly unknown[] = []): Promise<Row[]> {
    if (name === 'search-similar-words') {
      this.lookedUp.push(values[0]);
      return [{ word: `${String(values[0])}ish` }] as Row[];
    }
    return (values[0] as string[]).map((prefix) => ({ prefix, words: this.known.filter((word) => word.startsWith(prefix)) })) as Row[];
  }

  async unprepared<Row>(_text: string, values: readonly unknown[]): Promise<Row[]> {
    this.searches.push(values);
    return [];
  }
}

const filter = { ...all, limit: 10, maxMinor: 999_999 };
const cache = () => ({ found: new TtlCache(10, 1000), counts: new TtlCache(10, 1000) }) as unknown as MatchCache;

async function search(text: string, known: readonly string[]): Promise<NothingFound> {
  const database = new NothingFound(known);
  const matches = cache();
  expect(JSON.parse(await searchText(database, matches, text, filter))).toMatchObject({ products: [] });
  return database;
}

test('of a dozen unknown words four are looked up by similarity, and the others are left out', async () => {
  const words = ['alfa', 'bravo', 'charly', 'deltha', 'ecko', 'foxtrott', 'golff', 'hottel', 'indya', 'juliet', 'killo', 'limma'];
  const { lookedUp, searches } = await search(words.join(' '), []);
  expect(lookedUp).toEqual(words.slice(0, 4));
  expect(searches.at(-1)).toContain('(alfa:* | alfaish:*) & (bravo:* | bravoish:*) & (charly:* | charlyish:*) & (deltha:* | delthaish:*)');
});

test('unknown words are looked up before known ones, which are searched for as they are', async () => {
  const { lookedUp, searches } = await search('grand theft auto liberti citi storys', ['grand', 'theft', 'auto']);
  expect(lookedUp).toEqual(['grand', 'liberti', 'citi', 'storys']);
  expect(searches.at(-1)).toContain(
    '(grand:* | grandish:*) & (theft:*) & (auto:*) & (liberti:* | libertiish:*) & (citi:* | citiish:*) & (storys:* | storysish:*)',
  );
});

test('of a long name with typing errors only the beginning is compared with each candidate', async () => {
  const long = 'abcdefghij'.repeat(15);
  const { searches } = await search(long, []);
  expect(searches.at(-1)).toContain(long.slice(0, 60));
  expect(searches.at(-1)).not.toContain(long);
});

/** Finds `count` of everything; notes the statements, but for cards and words. */
class Counted implements Reads {
  readonly searches: string[] = [];

  constructor(private readonly count: number) {}

  async rows<Row>(): Promise<Row[]> {
    return [];
  }

  async unprepared<Row>(text: string): Promise<Row[]> {
    this.searches.push(text);
    return [{ count: this.count, ids: ['a'] }] as Row[];
  }
}

test('with a requested order matches past the limit of counting are counted once, and each page is read in the order of indexes', async () => {
  const [database, matches] = [new Counted(MOST_COUNTED_MATCHES), cache()];
  for (const order of ['priceAsc', 'newest'] as const)
    for (const page of [1, 2]) await searchText(database, matches, 'steam', { ...filter, order, page });
  const ranking = database.searches.filter((text) => text.includes('as materialized'));
  expect(ranking).toEqual([expect.stringContaining(`limit ${MOST_COUNTED_MATCHES}`)]);
  expect(database.searches.filter((text) => text.includes(`type = 'game' and`) && text.includes(`type = 'software' and`))).toHaveLength(4);
  expect(database.searches).toHaveLength(5);
});

test('where fewer match, one statement counts and sorts them', async () => {
  const database = new Counted(12);
  await searchText(database, cache(), 'hades', { ...filter, order: 'priceAsc' });
  expect(database.searches).toHaveLength(1);
});
