import { MOST_COUNTED_MATCHES } from '@keyturn/shop-rules';
import type { Reads } from '../../../../platform/database/read-database.ts';
import type { ListFilter } from '../../application/catalogue-reads.ts';
import { namingWords, prefixesOf, searchQuestion, type SearchQuestion, spelledOut, wordQuery } from '../../domain/search-words.ts';
import type { Found, MatchCache } from '../cache/match-cache.ts';
import { listText, pageWindow } from './list-statement.ts';
import {
  alikeStatement,
  broadStatement,
  MOST_COMPARED,
  popularAlikeStatement,
  searchStatement,
  type SearchStatement,
  sortedStatement,
  type Window,
} from './search-statements.ts';
import { CARD } from '../writes/listing-sql.ts';

const SIMILAR_WORDS = 20;
const SHORT_WORD = 3;
/** Each look-up costs some milliseconds of the database. */
const MOST_LOOKED_UP = 4;
/** With more words of the same prefix, searching for each costs as much as searching for the prefix. */
const MOST_COMPLETIONS = 24;
/** The number of best matches that are cached with a query: the first page of every screen. */
const REMEMBERED = 24;
const NOBODY: Found = { count: 0, ids: [] };

/** The wire shape of a search. Finds by prefixes of words; without a match, by words of similar spelling, without those of the offer. */
export async function searchText(database: Reads, matches: MatchCache, query: string, filter: ListFilter): Promise<string> {
  const question = searchQuestion(query);
  if (question === null) return listText('products', null, 0, filter.limit);
  const window = pageWindow(filter);
  const inOrder = filter.order === null ? nearest : sorted;
  const { count, ids } = await inOrder(database, matches, question, filter, window);
  const cards = ids.length === 0 ? null : await cardsOf(database, ids);
  return listText('products', cards, count, filter.limit);
}

async function nearest(database: Reads, matches: MatchCache, question: SearchQuestion, filter: ListFilter, window: Window): Promise<Found> {
  const key = matchKey(question, filter);
  const first = { offset: 0, rows: REMEMBERED };
  const { count, ids, isBroad } = await matches.found.get(key, () => find(database, question, filter, first));
  const end = window.offset + window.rows;
  if (end <= REMEMBERED || ids.length === count) return { count, ids: ids.slice(window.offset, end) };
  if (!isBroad) return find(database, question, filter, window);
  const { question: whole } = await spelled(database, question);
  return found(database, broadStatement(whole, filter, count, window));
}

/** In the requested order. Where more match than are counted, that is known after the first time. */
async function sorted(database: Reads, matches: MatchCache, question: SearchQuestion, filter: ListFilter, window: Window): Promise<Found> {
  let asked: Found | null = null;
  const count = await matches.counts.get(`search ${matchKey(question, filter)}`, async () => {
    asked = await find(database, question, filter, window);
    return asked.count;
  });
  if (asked !== null) return asked;
  if (count < MOST_COUNTED_MATCHES) return find(database, question, filter, window);
  const { question: whole } = await spelled(database, question);
  return found(database, sortedStatement(whole, filter, count, window));
}

/** What determines the matches, in any order. */
function matchKey({ name, tsquery }: SearchQuestion, { genres, minMinor, maxMinor, currency, country }: ListFilter): string {
  return JSON.stringify([name, tsquery, genres, minMinor, maxMinor, currency, country]);
}

/** Counts and ranks. Past the limit of counting not all are ranked: those are read in the order of indexes. */
async function find(database: Reads, typed: SearchQuestion, filter: ListFilter, window: Window): Promise<Found> {
  const { question, known } = await spelled(database, typed);
  const matches = await found(database, searchStatement(question, filter, window));
  if (matches.count === 0) return alike(database, question, known, filter, window);
  if (matches.count < MOST_COUNTED_MATCHES) return matches;
  const statement = filter.order === null ? broadStatement : sortedStatement;
  const { ids } = await found(database, statement(question, filter, matches.count, window));
  return { count: matches.count, ids, isBroad: true };
}

/** For each prefix in `$1` the words with it, and one more than the limit. Words have collation C: all of "th" are before "ti". */
export const completionsText = `select prefix, array(select word from search_word where word >= prefix collate "C" and word < prefix collate "C" || U&'\\+10FFFF'
    order by word limit ${MOST_COMPLETIONS + 1}) as words
  from unnest($1::text[]) prefix`;

/** `known`: the prefixes with which words of names begin. A single word is found as fast by its prefix, and not looked up. */
async function spelled(database: Reads, question: SearchQuestion): Promise<{ question: SearchQuestion; known: ReadonlySet<string> }> {
  if (question.words.length === 1) return { question, known: new Set() };
  const rows = await database.rows<{ prefix: string; words: string[] }>('search-completions', completionsText, [prefixesOf(question)]);
  const few = rows.filter(({ words }) => words.length <= MOST_COMPLETIONS);
  const known = new Set(rows.flatMap(({ prefix, words }) => (words.length > 0 ? [prefix] : [])));
  return { question: spelledOut(question, new Map(few.map(({ prefix, words }) => [prefix, words]))), known };
}

async function alike(
  database: Reads,
  question: SearchQuestion,
  known: ReadonlySet<string>,
  filter: ListFilter,
  window: Window,
): Promise<Found> {
  // In a short word one error leaves no common trigrams: the longer words find the candidates, and the whole name decides.
  const naming = namingWords(question.words);
  const long = naming.filter((word) => word.length > SHORT_WORD);
  const meant = long.length > 0 ? long : naming;
  const lookedUp = mostTelling(meant, known);
  // An unknown word that is not looked up would find nothing.
  const words = meant.filter((word) => lookedUp.includes(word) || known.has(word));
  const guesses = await Promise.all(words.map(async (word) => (lookedUp.includes(word) ? similarWords(database, word) : [])));
  const tsquery = words.map((word, index) => wordQuery([word, ...(guesses[index] ?? [])])).join(' & ');
  const few = await found(database, alikeStatement(question, tsquery, filter, window));
  return few.count < MOST_COMPARED ? few : found(database, popularAlikeStatement(question, tsquery, filter, window));
}

/** Those whose spelling is looked up: unknown words first, which cannot be meant as they are, of at most four in all. */
function mostTelling(words: readonly string[], known: ReadonlySet<string>): readonly string[] {
  return words.toSorted((a, b) => Number(known.has(a)) - Number(known.has(b))).slice(0, MOST_LOOKED_UP);
}

async function found(database: Reads, { text, values }: SearchStatement): Promise<Found> {
  const [row] = await database.unprepared<Found>(text, values);
  return row ?? NOBODY;
}

/** Cards in the order of `$1`, JSON without brackets. */
export const cardsText = `select string_agg(${CARD}, ',' order by place) as cards
  from unnest($1::text[]) with ordinality as page (product_id, place) cross join lateral (select * from listing where listing.product_id = page.product_id and not is_hidden limit 1) listing`;

async function cardsOf(database: Reads, ids: readonly string[]): Promise<string | null> {
  const [row] = await database.rows<{ cards: string | null }>('search-cards', cardsText, [ids]);
  return row?.cards ?? null;
}

async function similarWords(database: Reads, word: string): Promise<string[]> {
  const rows = await database.rows<{ word: string }>('search-similar-words', 'select similar_words($1, $2) as word', [word, SIMILAR_WORDS]);
  return rows.map((row) => row.word);
}
