import { type Currency, currencyCode } from './prices/currencies.ts';
import { findGenre, type Genre, GENRES } from './genres.ts';
import { isCountry } from './regions/countries.ts';
import { MOST_FILTER_PRICE, pageFromText } from './paging.ts';

export const SORTS = ['popular', 'newest', 'priceAsc', 'priceDesc', 'nameAsc', 'relevance'] as const;
export type Sort = (typeof SORTS)[number];

export interface ListQuery {
  page: number;
  genres: Genre[];
  /** In major units of the shopper's currency. */
  minPrice: number | null;
  maxPrice: number | null;
  /** Only what works in this country, two letters; null is no filter. */
  country: string | null;
  /** Null is the list's own order. */
  sort: Sort | null;
}

/** What the address asks for. Unknown genres, orders and prices that are none are left out; nothing throws. */
export function readListQuery(search: URLSearchParams): ListQuery {
  const asked = (search.get('genres') ?? '').split(',').flatMap((text) => findGenre(text) ?? []);
  return {
    page: pageFromText(search.get('page')),
    genres: inShopOrder(asked),
    minPrice: price(search.get('minPrice')),
    maxPrice: price(search.get('maxPrice')),
    country: country(search.get('country')),
    sort: SORTS.find((sort) => sort === search.get('sort')) ?? null,
  };
}

/** Each genre once, in the shop's order: the same choice is always the same address, and the same answer in every cache. */
export function inShopOrder(genres: readonly Genre[]): Genre[] {
  return GENRES.filter((genre) => genres.includes(genre));
}

/** Prices that contradict each other filter nothing. */
export function pricesDisagree({ minPrice, maxPrice }: Pick<ListQuery, 'minPrice' | 'maxPrice'>): boolean {
  return minPrice !== null && maxPrice !== null && minPrice > maxPrice;
}

/** The same as query parameters of a call. */
export function callArguments(query: ListQuery, currency: Currency, limit: number) {
  const { page, genres, minPrice, maxPrice, country, sort } = query;
  const isPriced = !pricesDisagree(query);
  return {
    page,
    limit,
    currency: currencyCode(currency),
    ...(genres.length > 0 && { genres: genres.join(',') }),
    ...(isPriced && minPrice !== null && { minPrice }),
    ...(isPriced && maxPrice !== null && { maxPrice }),
    ...(sort !== null && { sort }),
    ...(country !== null && { country }),
  };
}

/** The same as an address that says nothing else, in one order: "" for a list's first page as it is, else from the question mark on. */
export function queryAddress({ page, genres, minPrice, maxPrice, country, sort }: ListQuery): string {
  return withParameters(new URLSearchParams(), {
    page: page === 1 ? null : String(page),
    genres: genres.join(',') || null,
    minPrice: minPrice?.toString() ?? null,
    maxPrice: maxPrice?.toString() ?? null,
    country,
    sort,
  }).replace(/^\?$/, '');
}

/** Whether a list is another choice of products than the list as a whole, or in another order. */
export function isChoice({ genres, minPrice, maxPrice, country, sort }: ListQuery): boolean {
  return genres.length > 0 || minPrice !== null || maxPrice !== null || country !== null || sort !== null;
}

/** The address with some of its parameters changed; null removes one, and those that the shop does not know stay. */
export function withParameters(search: URLSearchParams, changes: Record<string, string | null>): string {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) next.delete(name);
    else next.set(name, value);
  }
  return `?${next.toString().replaceAll('%2C', ',')}`;
}

/** The address of another page. The first page has none of its own. */
export function pageAddress(search: URLSearchParams, page: number): string {
  return withParameters(search, { page: page === 1 ? null : String(page) });
}

function country(text: string | null): string | null {
  const code = text?.toUpperCase() ?? '';
  return isCountry(code) ? code : null;
}

function price(text: string | null): number | null {
  return text !== null && /^\d{1,12}(\.\d{1,2})?$/.test(text) ? Math.min(Number(text), MOST_FILTER_PRICE) : null;
}
