import { expect, test } from '@jest/globals';
import type { Reads } from '../../../../platform/database/read-database.ts';
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

async function search(text: string, known: readonly string[]): Promise<NothingFound> {
  const database = new NothingFound(known);
  const matches = { found: new TtlCache(10, 1000), counts: new TtlCache(10, 1000) } as unknown as MatchCache;
  const filter = { page: 1, limit: 10, genres: [], minMinor: 0, maxMinor: 999_999, currency: 'Eur', order: null, country: null } as const;
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
