import { hash } from 'node:crypto';
import { MOST_COUNTED_MATCHES, PAGE_SIZES, type Platform } from '@keyturn/shop-rules';
import { activatesIn } from './activates-in.ts';
import { countInCountry } from './country-count.ts';
import type { ListFilter, ListOrder } from '../../application/catalogue-reads.ts';
import { CARD } from '../writes/listing-sql.ts';

/** A statement; with a `name` it is prepared. */
export interface Statement {
  readonly name: string | null;
  readonly text: string;
  readonly values: readonly unknown[];
}

/**
 * Connections store prepared statements until they close. Rare statements are planned each time, so that clients cannot fill that memory.
 */
const MOST_PREPARED = 500;
const MOST_GENRES_PREPARED = 2;
/** Of more genres each product has several, and each has a stream: all of them together are one condition then. */
const MOST_GENRES_MERGED = 5;
const pageSizes: ReadonlySet<number> = new Set(Object.values(PAGE_SIZES));
const names = new Map<string, string>();

/** Named after its text, so that no two texts ever share a name. */
function nameOf(text: string): string | null {
  const known = names.get(text);
  if (known !== undefined || names.size >= MOST_PREPARED) return known ?? null;
  const name = hash('sha1', text, 'base64url');
  names.set(text, name);
  return name;
}

/** Which list: the games of a platform, all games, all software. */
export type ListScope = { readonly type: 'game'; readonly platform: Platform } | { readonly type: 'game' | 'software' };

export const LARGEST_MINOR = 2_147_483_647;

export const POPULAR = 'popularity desc, newest desc, product_id';

/** Each is a total order, so that no product is on two pages, and each is the order of an index. */
export function orderBy(order: ListOrder, money: string): string {
  const texts: Record<ListOrder, string> = {
    popular: POPULAR,
    newest: 'newest desc, product_id',
    priceAsc: `${money}, product_id`,
    priceDesc: `${money} desc, product_id desc`,
    nameAsc: 'search_name, product_id',
  };
  return texts[order];
}

/**
 * No page is past the limit of counting. The number of rows is part of the statement's text, and so of its name: for a parameter PostgreSQL
 * would plan with a tenth of the table.
 */
export function pageWindow({ page, limit }: Pick<ListFilter, 'page' | 'limit'>): { offset: number; rows: number } {
  const offset = (page - 1) * limit;
  return offset < MOST_COUNTED_MATCHES ? { offset, rows: limit } : { offset: 0, rows: 0 };
}

/** One statement whose column `cards` is a page of the list, JSON without brackets; if requested, `count` is the number of all matches. */
export function listStatement(scope: ListScope, filter: ListFilter, counts: boolean): Statement {
  const order = filter.order ?? 'popular';
  const money = `${filter.currency.toLowerCase()}_minor`;
  const hasPrice = filter.minMinor > 0 || filter.maxMinor < LARGEST_MINOR;
  const values: unknown[] = [];
  const put = (value: unknown) => `$${values.push(value)}`;

  const common = [`type = '${scope.type}'`];
  if ('platform' in scope) common.push(`platform = ${put(scope.platform)}`);
  if (hasPrice) common.push(`${money} between ${put(filter.minMinor)} and ${put(filter.maxMinor)}`);
  const isMerged = filter.genres.length <= MOST_GENRES_MERGED;
  if (!isMerged) common.push(`genres && ${put(filter.genres)}::text[]`);
  const genres = isMerged ? filter.genres : [];
  const works = filter.country === null ? null : activatesIn(filter.country, put);
  const { offset, rows } = pageWindow(filter);
  const window = `limit ${rows} offset ${put(offset)}`;
  const ordered = `order by ${orderBy(order, money)}`;

  const passing = works === null ? common : [...common, works];
  const shown = [...passing, 'not is_hidden'].join(' and ');
  const columns = `product_id, ${ORDER_COLUMNS[order](money)}`;
  let matches: string;
  let page: string;
  /** What is counted, before the country is asked for. */
  let candidates = [`from listing where ${[...common, 'not is_hidden'].join(' and ')}`];
  if (genres.length === 0) {
    matches = `select 1 from listing where ${shown}`;
    page = `select ${columns} from listing where ${shown} ${ordered} ${window}`;
  } else {
    const inOrder =
      order !== 'popular' && `select ${columns} from listing where ${shown} and genres && ${put(genres)}::text[] ${ordered} ${window}`;
    // PostgreSQL refuses parameters that the statement does not use.
    const isOfGenre = (inOrder === false || counts ? genres : []).map((genre) => `genre = ${put(genre)}`);
    const ofGenre = isOfGenre.map((isOfOne) => `from listing_genre where ${[...passing, isOfOne].join(' and ')}`);
    candidates = isOfGenre.map((isOfOne) => `from listing_genre where ${[...common, isOfOne].join(' and ')}`);
    // Each genre is read from its index in order, and the streams are merged: no sort, however many match.
    const streams = ofGenre.map((from) => `select popularity, newest, product_id ${from} order by ${POPULAR}`);
    const [only = ''] = streams;
    const merged =
      streams.length === 1
        ? only
        : `select distinct popularity, newest, product_id from ((${streams.join(') union all (')})) merged order by ${POPULAR}`;
    matches = genres.length === 1 ? `select 1 ${ofGenre[0]}` : merged;
    page = inOrder === false ? `${merged} ${window}` : inOrder;
  }

  const counted =
    works === null
      ? `select count(*)::integer from (${matches} limit ${MOST_COUNTED_MATCHES}) counted`
      : countInCountry(works, candidates, matches);
  const count = counts ? `, (${counted}) as count` : '';
  const text = `select (select string_agg(${CARD}, ',' order by ${orderBy(order, `page.${money}`).replaceAll(/\b(popularity|newest|product_id|search_name)\b/g, 'page.$1')})
      from (${page}) page join listing on listing.product_id = page.product_id) as cards${count}`;
  const isUsual = pageSizes.has(filter.limit) && filter.genres.length <= MOST_GENRES_PREPARED && filter.country === null;
  return { name: isUsual ? nameOf(text) : null, text, values };
}

/** The part of a query that determines its number of matches. */
export function countKey(scope: ListScope, { genres, minMinor, maxMinor, currency, country }: ListFilter): string {
  return JSON.stringify([scope, genres, minMinor, maxMinor, currency, country]);
}

/** The wire shape of a list. `cards` is null where the page is empty. */
export function listText(key: 'products' | 'games', cards: string | null, count: number, limit: number): string {
  return `{"${key}":[${cards ?? ''}],"totalPages":${Math.ceil(count / limit)}}`;
}

const ORDER_COLUMNS: Record<ListOrder, (money: string) => string> = {
  popular: () => 'popularity, newest',
  newest: () => 'newest',
  priceAsc: (money) => money,
  priceDesc: (money) => money,
  nameAsc: () => 'search_name',
};
