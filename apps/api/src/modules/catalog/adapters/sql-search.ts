import { MOST_COUNTED_MATCHES } from '@keyturn/shop-rules';
import type { ReadDatabase } from '../../../platform/database/read-database.ts';
import type { ListFilter } from '../application/catalogue-reads.ts';
import { searchQuestion, type SearchQuestion, wordQuery } from '../domain/search-words.ts';
import { LARGEST_MINOR, orderBy, pageWindow, POPULAR, prepared, type Statement } from './list-statement.ts';
import { CARD } from './listing-sql.ts';

const NOTHING = '{"products":[],"totalPages":0}';
const SIMILAR_WORDS = 20;
const SHORT_WORD = 3;

/** Up to this many matches are ranked one by one; beyond, the order of indexes is followed. */
const FEW = 2000;

/** Finds by prefixes of words; where nothing has all of them, by words that are spelt alike. */
export async function searchText(database: ReadDatabase, query: string, filter: ListFilter): Promise<string> {
  const question = searchQuestion(query);
  if (question === null) return NOTHING;
  const count = await countMatches(database, question, filter);
  if (count > 0)
    return json(
      database,
      count <= FEW || filter.order !== null
        ? searchStatement(question, question.tsquery, filter, 'named')
        : broadStatement(question, filter, count),
    );
  // In a short word one error leaves nothing that is alike: the longer ones find, and the whole name decides.
  const long = question.words.filter((word) => word.length > SHORT_WORD);
  const words = long.length > 0 ? long : question.words;
  const guesses = await Promise.all(words.map((word) => similarWords(database, word)));
  const tsquery = words.map((word, index) => wordQuery([word, ...(guesses[index] ?? [])])).join(' & ');
  return json(database, searchStatement(question, tsquery, filter, 'alike'));
}

async function countMatches(database: ReadDatabase, question: SearchQuestion, filter: ListFilter): Promise<number> {
  const { name, text, values } = countStatement(question, filter);
  const [row] = await database.rows<{ count: number }>(name, text, values);
  return row?.count ?? 0;
}

async function similarWords(database: ReadDatabase, word: string): Promise<string[]> {
  const rows = await database.rows<{ word: string }>('search-similar-words', 'select similar_words($1, $2) as word', [word, SIMILAR_WORDS]);
  return rows.map((row) => row.word);
}

async function json(database: ReadDatabase, { name, text, values }: Statement): Promise<string> {
  const [row] = await database.rows<{ json: string }>(name, text, values);
  return row?.json ?? NOTHING;
}

/** How near a name is to what was typed comes before popularity, unless another order is asked for. */
const nearness = {
  named: (typed: string) =>
    `case when search_name = ${typed} then 0 when starts_with(search_name, ${typed} || ' ') then 1 when starts_with(search_name, ${typed}) then 2 else 3 end`,
  alike: (typed: string) => `-round(similarity(search_name, ${typed})::numeric, 2)`,
} as const;

/** Collects parameters and the conditions that a search has in common with lists. */
class Conditions {
  readonly values: unknown[] = [];
  readonly where: string;
  readonly money: string;

  constructor(tsquery: string, filter: ListFilter) {
    this.money = `${filter.currency.toLowerCase()}_minor`;
    const where = [`search_vector @@ ${this.put(tsquery)}::tsquery`, 'not is_hidden'];
    const hasPrice = filter.minMinor > 0 || filter.maxMinor < LARGEST_MINOR;
    if (hasPrice) where.push(`${this.money} between ${this.put(filter.minMinor)} and ${this.put(filter.maxMinor)}`);
    if (filter.genres.length > 0) where.push(`genres && ${this.put(filter.genres)}::text[]`);
    this.where = where.join(' and ');
  }

  put(value: unknown): string {
    return `$${this.values.push(value)}`;
  }
}

export function countStatement(question: SearchQuestion, filter: ListFilter): Statement {
  const { where, values } = new Conditions(question.tsquery, filter);
  const text = `select count(*)::integer as count from (select 1 from listing where ${where} limit ${MOST_COUNTED_MATCHES}) counted`;
  return prepared(text, values);
}

/** Ranks every match. */
export function searchStatement(question: SearchQuestion, tsquery: string, filter: ListFilter, kind: keyof typeof nearness): Statement {
  const conditions = new Conditions(tsquery, filter);
  const { money, where, values } = conditions;
  const order = filter.order === null ? `nearness, ${POPULAR}` : orderBy(filter.order, money);
  const near = nearness[kind](conditions.put(question.name));
  const { offset, rows } = pageWindow(filter);
  const window = `limit ${rows} offset ${conditions.put(offset)}`;
  const text = `with matches as materialized (
      select product_id, popularity, newest, search_name, ${money}, ${near} as nearness from listing where ${where}
    ), page as (select product_id, row_number() over (order by ${order}) as place from matches order by ${order} ${window})
    ${answer(`least((select count(*) from matches), ${MOST_COUNTED_MATCHES})`, filter.limit)}`;
  return prepared(text, values);
}

/**
 * For a question that thousands of names answer ("steam", "the"): the nearest are among those whose name begins with it
 * and the most popular of all, and both are read off indexes.
 */
export function broadStatement(question: SearchQuestion, filter: ListFilter, count: number): Statement {
  const conditions = new Conditions(question.tsquery, filter);
  const { where, values } = conditions;
  const name = conditions.put(question.name);
  // A name is C-ordered: everything that begins with "th" stands before "ti"; one or two letters must be a word of their own.
  const first = conditions.put(question.name.length > 2 ? question.name : `${question.name} `);
  const { offset, rows } = pageWindow(filter);
  const most = offset === 0 ? `limit ${rows}` : `limit ${conditions.put(offset + rows)}`;
  const window = `limit ${rows} offset ${conditions.put(offset)}`;
  const near = nearness.named(name);
  const text = `with named as (
      select product_id, popularity, newest, ${near} as nearness from listing
      where (search_name = ${name} or (search_name >= ${first} and search_name < ${first} || U&'\\+10FFFF')) and ${where} order by nearness, ${POPULAR} ${most}
    ), popular as (
      select product_id, popularity, newest, 3 as nearness from listing where ${where} order by ${POPULAR} ${most}
    ), found as (
      select product_id, popularity, newest, min(nearness) as nearness from (select * from named union all select * from popular) both_ways group by 1, 2, 3
    ), page as (select product_id, row_number() over (order by nearness, ${POPULAR}) as place from found order by place ${window})
    ${answer(`${conditions.put(count)}::integer`, filter.limit)}`;
  return prepared(text, values);
}

function answer(count: string, limit: number): string {
  return `select '{"products":[' || coalesce((select string_agg(${CARD}, ',' order by place) from page join listing using (product_id)), '')
    || '],"totalPages":' || (${count} + ${limit} - 1) / ${limit} || '}' as json`;
}
