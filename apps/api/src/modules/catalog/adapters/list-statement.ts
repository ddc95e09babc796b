import { MOST_COUNTED_MATCHES, type Platform } from '@keyturn/shop-rules';
import type { ListFilter, ListOrder } from '../application/catalogue-reads.ts';
import { CARD } from './listing-sql.ts';

/** A prepared statement: `name` stands for its text. */
export interface Statement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Which list: the games of a platform, all games, all software. */
export type ListScope = { readonly type: 'game'; readonly platform: Platform } | { readonly type: 'game' | 'software' };

export const LARGEST_MINOR = 2_147_483_647;

const POPULAR = 'popularity desc, newest desc, product_id';

/** Each is total, so that no product stands on two pages, and each is the order of an index. */
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

/** How many rows of a page there can be: nothing is shown past the matches that are counted. */
export function pageWindow({ page, limit }: Pick<ListFilter, 'page' | 'limit'>): { offset: number; rows: number } {
  const offset = Math.min((page - 1) * limit, MOST_COUNTED_MATCHES);
  return { offset, rows: Math.min(limit, MOST_COUNTED_MATCHES - offset) };
}

/** One statement whose only column `json` is the whole answer, `{"products":[…],"totalPages":n}`. */
export function listStatement(scope: ListScope, filter: ListFilter, key: 'products' | 'games'): Statement {
  const order = filter.order ?? 'popular';
  const money = `${filter.currency.toLowerCase()}_minor`;
  const hasPrice = filter.minMinor > 0 || filter.maxMinor < LARGEST_MINOR;
  const values: unknown[] = [];
  const put = (value: unknown) => `$${values.push(value)}`;

  const common = [`type = '${scope.type}'`];
  if ('platform' in scope) common.push(`platform = ${put(scope.platform)}`);
  if (hasPrice) common.push(`${money} between ${put(filter.minMinor)} and ${put(filter.maxMinor)}`);
  const { offset, rows } = pageWindow(filter);
  const window = `limit ${put(rows)} offset ${put(offset)}`;
  const ordered = `order by ${orderBy(order, money)}`;

  let matches: string;
  let page: string;
  if (filter.genres.length === 0) {
    matches = `from listing where ${[...common, 'not is_hidden'].join(' and ')}`;
    page = `select product_id, ${ORDER_COLUMNS[order](money)} ${matches} ${ordered} ${window}`;
  } else if (filter.genres.length === 1) {
    matches = `from listing_genre where ${[...common, `genre = ${put(filter.genres[0])}`].join(' and ')}`;
    page =
      order === 'newest' || order === 'popular'
        ? `select product_id, ${ORDER_COLUMNS[order](money)} ${matches} ${ordered} ${window}`
        : anyGenre();
  } else {
    matches = `from listing where ${[...common, 'not is_hidden', `genres && ${put(filter.genres)}::text[]`].join(' and ')}`;
    page = order === 'popular' ? mergedGenres() : anyGenre();
  }

  function anyGenre(): string {
    return `select product_id, ${ORDER_COLUMNS[order](money)} from listing where ${[...common, 'not is_hidden', `genres && ${put(filter.genres)}::text[]`].join(' and ')} ${ordered} ${window}`;
  }

  /** Each genre is read off its index in order, and the streams are merged: nothing is sorted, however many match. */
  function mergedGenres(): string {
    const streams = filter.genres.map(
      (genre) =>
        `(select popularity, newest, product_id from listing_genre where ${[...common, `genre = ${put(genre)}`].join(' and ')} order by ${POPULAR})`,
    );
    return `select distinct popularity, newest, product_id from (${streams.join(' union all ')}) merged ${ordered} ${window}`;
  }

  const text = `select '{"${key}":[' || coalesce((select string_agg(${CARD}, ',' order by ${orderBy(order, `page.${money}`).replaceAll(/\b(popularity|newest|product_id|search_name)\b/g, 'page.$1')})
      from (${page}) page join listing on listing.product_id = page.product_id), '')
    || '],"totalPages":' || ((select count(*) from (select 1 ${matches} limit ${MOST_COUNTED_MATCHES}) counted) + ${put(filter.limit)}::integer - 1) / ${`$${values.length}`}::integer || '}' as json`;
  const platform = 'platform' in scope ? 'platform' : 'all';
  const genres = filter.genres.length;
  return {
    name: `list ${key} ${scope.type} ${platform} ${genres} ${order} ${hasPrice || order.startsWith('price') ? money : ''} ${hasPrice}`,
    text,
    values,
  };
}

const ORDER_COLUMNS: Record<ListOrder, (money: string) => string> = {
  popular: () => 'popularity, newest',
  newest: () => 'newest',
  priceAsc: (money) => money,
  priceDesc: (money) => money,
  nameAsc: () => 'search_name',
};
