import { MOST_COUNTED_MATCHES } from '@keyturn/shop-rules';
import type { Reads } from '../../../../platform/database/read-database.ts';
import type { ListFilter } from '../../application/catalogue-reads.ts';
import { namingWords, prefixesOf, searchQuestion, type SearchQuestion, spelledOut, wordQuery } from '../../domain/search-words.ts';
import type { Found, MatchCache } from '../cache/match-cache.ts';
import { activatesIn } from './activates-in.ts';
import { LARGEST_MINOR, listText, orderBy, pageWindow, POPULAR, type Statement } from './list-statement.ts';
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

type Window = ReturnType<typeof pageWindow>;

/** The wire shape of a search. Finds by prefixes of words; without a match, by words of similar spelling, without those of the offer. */
export async function searchText(database: Reads, matches: MatchCache, query: string, filter: ListFilter): Promise<string> {
  const question = searchQuestion(query);
  if (question === null) return listText('products', null, 0, filter.limit);
  const window = pageWindow(filter);
  const { count, ids } =
    filter.order === null ? await nearest(database, matches, question, filter, window) : await find(database, question, filter, window);
  const cards = ids.length === 0 ? null : await cardsOf(database, ids);
  return listText('products', cards, count, filter.limit);
}

async function nearest(database: Reads, matches: MatchCache, question: SearchQuestion, filter: ListFilter, window: Window): Promise<Found> {
  const { genres, minMinor, maxMinor, currency, country } = filter;
  const key = JSON.stringify([question.name, question.tsquery, genres, minMinor, maxMinor, currency, country]);
  const first = { offset: 0, rows: REMEMBERED };
  const { count, ids, isBroad } = await matches.found.get(key, () => find(database, question, filter, first));
  const end = window.offset + window.rows;
  if (end <= REMEMBERED || ids.length === count) return { count, ids: ids.slice(window.offset, end) };
  if (!isBroad) return find(database, question, filter, window);
  const { question: whole } = await spelled(database, question);
  return found(database, broadStatement(whole, filter, count, window));
}

/** Counts and ranks. Past the limit of counting not all are ranked: those are read in the order of indexes. */
async function find(database: Reads, typed: SearchQuestion, filter: ListFilter, window: Window): Promise<Found> {
  const { question, known } = await spelled(database, typed);
  const matches = await found(database, searchStatement(question, filter, window));
  if (matches.count === 0) return alike(database, question, known, filter, window);
  if (filter.order !== null || matches.count < MOST_COUNTED_MATCHES) return matches;
  const { ids } = await found(database, broadStatement(question, filter, matches.count, window));
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
  return found(database, alikeStatement(question, tsquery, filter, window));
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

/** The rank of a name comes before popularity, unless another order is requested. */
const nearness = {
  named: (typed: string, otherOrders: string) =>
    `case when search_name = ${typed} then 0 when search_name = any(${otherOrders}::text[]) then 1 when starts_with(search_name, ${typed} || ' ') then 2 when starts_with(search_name, ${typed}) then 3 else 4 end`,
  alike: (typed: string) => `-round(similarity(search_name, ${typed})::numeric, 2)`,
} as const;

/** A condition for which the planner uses no index and makes no estimate. */
const unindexed = (condition: string) => `case when ${condition} then true else false end`;

/** Collects parameters and the conditions that a search has in common with lists. */
class Conditions {
  readonly values: unknown[] = [];
  readonly money: string;
  /** All but the words. */
  readonly shown: string;

  constructor(filter: ListFilter) {
    this.money = `${filter.currency.toLowerCase()}_minor`;
    const shown = ['not is_hidden'];
    const hasPrice = filter.minMinor > 0 || filter.maxMinor < LARGEST_MINOR;
    if (hasPrice) shown.push(`${this.money} between ${this.put(filter.minMinor)} and ${this.put(filter.maxMinor)}`);
    if (filter.genres.length > 0) shown.push(`genres && ${this.put(filter.genres)}::text[]`);
    if (filter.country !== null) shown.push(activatesIn(filter.country, (value) => this.put(value)));
    this.shown = shown.join(' and ');
  }

  put(value: unknown): string {
    return `$${this.values.push(value)}`;
  }

  has(tsquery: string): string {
    return `search_vector @@ ${this.put(tsquery)}::tsquery`;
  }

  /** Selective words are looked up in the index; the others, with too many entries there, filter the result. */
  words({ narrow, tsquery }: SearchQuestion): string {
    return narrow === tsquery ? this.has(tsquery) : `${this.has(narrow)} and ${unindexed(this.has(tsquery))}`;
  }
}

/**
 * Never prepared: the best plan for a rare word is the worst for a common one, and planning costs a millisecond.
 * Columns are those of `Found`: `ids` of a window, the nearest first, and `count`, the number of matches that it looked at.
 */
export type SearchStatement = Omit<Statement, 'name'>;

/** Ranks every match, and counts them. Without a requested order it stops at the limit of counting: then the result is not used. */
export function searchStatement(question: SearchQuestion, filter: ListFilter, window: Window): SearchStatement {
  const conditions = new Conditions(filter);
  const most = filter.order === null ? MOST_COUNTED_MATCHES : null;
  const near = nearness.named(conditions.put(question.name), conditions.put(question.otherOrders));
  return ranking(conditions, filter, window, conditions.words(question), near, most);
}

/** Ranks names with similar words by the similarity of the whole name. */
export function alikeStatement(question: SearchQuestion, tsquery: string, filter: ListFilter, window: Window): SearchStatement {
  const conditions = new Conditions(filter);
  return ranking(conditions, filter, window, conditions.has(tsquery), nearness.alike(conditions.put(question.name)), null);
}

function ranking(
  conditions: Conditions,
  filter: ListFilter,
  { offset, rows }: Window,
  words: string,
  near: string,
  most: number | null,
): SearchStatement {
  const { money, shown, values } = conditions;
  const order = filter.order === null ? `nearness, ${POPULAR}` : orderBy(filter.order, money);
  const window = `limit ${rows} offset ${conditions.put(offset)}`;
  const text = `with matches as materialized (
      select product_id, popularity, newest, search_name, ${money}, ${near} as nearness from listing where ${words} and ${shown} ${most === null ? '' : `limit ${most}`}
    )
    select (select least(count(*), ${MOST_COUNTED_MATCHES})::integer from matches) as count,
      array(select product_id from matches order by ${order} ${window}) as ids`;
  return { text, values };
}

/**
 * For a query with thousands of matches ("steam", "the"): the best are those whose name equals it (in any word order) or begins with it,
 * then the most popular of all. Each kind is queried in the order of the page, so that the planner can read a few from an index if there are
 * many, and sort if there are few.
 */
export function broadStatement(question: SearchQuestion, filter: ListFilter, count: number, { offset, rows }: Window): SearchStatement {
  const conditions = new Conditions(filter);
  const { shown, values } = conditions;
  const words = conditions.has(question.tsquery);
  const name = conditions.put(question.name);
  const most = offset === 0 ? `limit ${rows}` : `limit ${conditions.put(offset + rows)}`;
  const window = `limit ${rows} offset ${conditions.put(offset)}`;
  // Names have collation C: everything that begins with "th" is before "ti".
  const begins = (first: string) => `search_name >= ${first} and search_name < ${first} || U&'\\+10FFFF' and ${unindexed(words)}`;
  const is = (names: string) => `search_name = ${names} and ${unindexed(words)}`;
  const kinds = [
    is(name),
    is(`any(${conditions.put(question.otherOrders)}::text[])`),
    begins(conditions.put(`${question.name} `)),
    begins(name),
  ];
  const kind = (where: string, near: number) =>
    `(select product_id, popularity, newest, ${near} as nearness from listing where ${where} and ${shown} order by ${POPULAR} ${most})`;
  const text = `with found as (
      select product_id, popularity, newest, min(nearness) as nearness
      from (${[...kinds.map((where, near) => kind(where, near)), kind(words, kinds.length)].join(' union all ')}) every_kind group by 1, 2, 3
    )
    select ${conditions.put(count)}::integer as count, array(select product_id from found order by nearness, ${POPULAR} ${window}) as ids`;
  return { text, values };
}
