import { MOST_COUNTED_MATCHES } from '@keyturn/shop-rules';
import type { ListFilter } from '../../application/catalogue-reads.ts';
import type { SearchQuestion } from '../../domain/search-words.ts';
import { activatesIn } from './activates-in.ts';
import { LARGEST_MINOR, orderBy, type pageWindow, POPULAR, type Statement } from './list-statement.ts';

/** Names with similar words that are compared as a whole: each comparison takes some microseconds. */
export const MOST_COMPARED = 5000;
/** Of a typing error that more names than these have a word for ("steamm"), the most popular ones are compared. */
const COMPARED_OF_MORE = 500;
/** Of the typed name, characters that are compared with each of them. */
const LONGEST_COMPARED = 60;

export type Window = ReturnType<typeof pageWindow>;

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

  /** The rows before a page and its own. */
  upTo({ offset, rows }: Window): string {
    return offset === 0 ? `limit ${rows}` : `limit ${this.put(offset + rows)}`;
  }
}

/**
 * Never prepared: the best plan for a rare word is the worst for a common one, and planning costs a millisecond.
 * Columns are those of `Found`: `ids` of a window, the nearest first, and `count`, the number of matches that it looked at.
 */
export type SearchStatement = Omit<Statement, 'name'>;

/** Ranks every match, and counts them. It stops at the limit of counting: then `ids` are not used. */
export function searchStatement(question: SearchQuestion, filter: ListFilter, window: Window): SearchStatement {
  const conditions = new Conditions(filter);
  const near = nearness.named(conditions.put(question.name), conditions.put(question.otherOrders));
  const matches = `select ${columnsOf(conditions)}, ${near} as nearness from listing where ${conditions.words(question)} and ${conditions.shown}
      limit ${MOST_COUNTED_MATCHES}`;
  const text = `with matches as materialized (${matches})
    select (select least(count(*), ${MOST_COUNTED_MATCHES})::integer from matches) as count, array(select product_id from matches ${pageOf(conditions, filter, window, () => 'nearness')}) as ids`;
  return { text, values: conditions.values };
}

/**
 * Ranks names with similar words by the similarity of the whole name. Where there are too many none is, and `ids` is empty. The limit
 * stands apart from the conditions: with it the planner would read the table instead of the index of words.
 */
export function alikeStatement(question: SearchQuestion, tsquery: string, filter: ListFilter, window: Window): SearchStatement {
  const conditions = new Conditions(filter);
  const page = alikePage(conditions, question, filter, window);
  const text = `with alike as materialized (select ${columnsOf(conditions)} from listing where ${conditions.has(tsquery)} and ${conditions.shown}),
      matches as materialized (select * from alike limit ${MOST_COMPARED})
    select (select count(*)::integer from matches) as count,
      array(select product_id from matches where (select count(*) from matches) < ${MOST_COMPARED} ${page}) as ids`;
  return { text, values: conditions.values };
}

/** The same where there are too many: of the most popular ones, in whose order they are read. */
export function popularAlikeStatement(question: SearchQuestion, tsquery: string, filter: ListFilter, window: Window): SearchStatement {
  const conditions = new Conditions(filter);
  const page = alikePage(conditions, question, filter, window);
  const text = `with matches as materialized (select ${columnsOf(conditions)} from listing where ${unindexed(conditions.has(tsquery))} and ${conditions.shown}
      order by ${POPULAR} limit ${COMPARED_OF_MORE})
    select (select count(*)::integer from matches) as count, array(select product_id from matches ${page}) as ids`;
  return { text, values: conditions.values };
}

const columnsOf = ({ money }: Conditions) => `product_id, popularity, newest, search_name, ${money}`;

/** The order of matches, and the window of a page. */
function pageOf(conditions: Conditions, filter: ListFilter, { offset, rows }: Window, near: () => string): string {
  const order = filter.order === null ? `${near()}, ${POPULAR}` : orderBy(filter.order, conditions.money);
  return `order by ${order} limit ${rows} offset ${conditions.put(offset)}`;
}

/** The same by the similarity of names. */
function alikePage(conditions: Conditions, question: SearchQuestion, filter: ListFilter, window: Window): string {
  return pageOf(conditions, filter, window, () => nearness.alike(conditions.put(question.name.slice(0, LONGEST_COMPARED))));
}

/**
 * A page in a requested order of a query with thousands of matches. Each type is read in the order of its index, so that no more are looked
 * at than the page needs.
 */
export function sortedStatement(question: SearchQuestion, filter: ListFilter, count: number, { offset, rows }: Window): SearchStatement {
  const conditions = new Conditions(filter);
  const words = conditions.has(question.tsquery);
  const order = orderBy(filter.order ?? 'popular', conditions.money);
  const most = conditions.upTo({ offset, rows });
  const stream = (type: string) =>
    `(select ${columnsOf(conditions)} from listing where type = '${type}' and ${words} and ${conditions.shown} order by ${order} ${most})`;
  const text = `select ${conditions.put(count)}::integer as count, array(
      select product_id from (${stream('game')} union all ${stream('software')}) both_types order by ${order} limit ${rows} offset ${conditions.put(offset)}
    ) as ids`;
  return { text, values: conditions.values };
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
  const most = conditions.upTo({ offset, rows });
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
