import { createHash } from 'node:crypto';
import { MOST_COUNTED_MATCHES, type Platform } from '@keyturn/shop-rules';
import type { ListFilter, ListOrder } from '../application/catalogue-reads.ts';
import { CARD } from './listing-sql.ts';

/** A statement to be prepared: `name` stands for its text. */
export interface Statement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Named after its text, so that no two texts ever share a name. */
export function prepared(text: string, values: readonly unknown[]): Statement {
  return { name: createHash('sha1').update(text).digest('base64url'), text, values };
}

/** Which list: the games of a platform, all games, all software. */
export type ListScope = { readonly type: 'game'; readonly platform: Platform } | { readonly type: 'game' | 'software' };

export const LARGEST_MINOR = 2_147_483_647;

export const POPULAR = 'popularity desc, newest desc, product_id';

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

/**
 * Nothing is shown past the matches that are counted. The number of rows stands in the statement itself, and so in its name:
 * PostgreSQL would take an unknown one for a tenth of the table and plan for that.
 */
export function pageWindow({ page, limit }: Pick<ListFilter, 'page' | 'limit'>): { offset: number; rows: number } {
  const offset = (page - 1) * limit;
  return offset < MOST_COUNTED_MATCHES ? { offset, rows: limit } : { offset: 0, rows: 0 };
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
  const window = `limit ${rows} offset ${put(offset)}`;
  const ordered = `order by ${orderBy(order, money)}`;

  const shown = [...common, 'not is_hidden'].join(' and ');
  const columns = `product_id, ${ORDER_COLUMNS[order](money)}`;
  const { genres } = filter;
  let matches: string;
  let page: string;
  if (genres.length === 0) {
    matches = `select 1 from listing where ${shown}`;
    page = `select ${columns} from listing where ${shown} ${ordered} ${window}`;
  } else {
    const ofGenre = genres.map((genre) => `from listing_genre where ${[...common, `genre = ${put(genre)}`].join(' and ')}`);
    // Each genre is read off its index in order, and the streams are merged: nothing is sorted, however many match.
    const streams = ofGenre.map((from) => `(select popularity, newest, product_id ${from} order by ${POPULAR})`);
    const merged = `select distinct popularity, newest, product_id from (${streams.join(' union all ')}) merged order by ${POPULAR}`;
    matches = genres.length === 1 ? `select 1 ${ofGenre[0]}` : merged;
    if (order === 'popular') page = `${merged} ${window}`;
    else page = `select ${columns} from listing where ${shown} and genres && ${put(genres)}::text[] ${ordered} ${window}`;
  }

  const text = `select '{"${key}":[' || coalesce((select string_agg(${CARD}, ',' order by ${orderBy(order, `page.${money}`).replaceAll(/\b(popularity|newest|product_id|search_name)\b/g, 'page.$1')})
      from (${page}) page join listing on listing.product_id = page.product_id), '')
    || '],"totalPages":' || ((select count(*) from (${matches} limit ${MOST_COUNTED_MATCHES}) counted) + ${filter.limit} - 1) / ${filter.limit} || '}' as json`;
  return prepared(text, values);
}

const ORDER_COLUMNS: Record<ListOrder, (money: string) => string> = {
  popular: () => 'popularity, newest',
  newest: () => 'newest',
  priceAsc: (money) => money,
  priceDesc: (money) => money,
  nameAsc: () => 'search_name',
};
