import { type Currency, currencyCode, findGenre, pageFromText } from '@keyturn/shop-rules';

export interface ListQuery {
  page: number;
  genres: string[];
  minPrice: number | null;
  maxPrice: number | null;
}

const MOST_PRICE = 10_000;

/** What the address asks for. Unknown genres and prices that are none are left out; nothing throws. */
export function readListQuery(search: URLSearchParams): ListQuery {
  const genres = (search.get('genres') ?? '').split(',').flatMap((text) => findGenre(text) ?? []);
  return {
    page: pageFromText(search.get('page')),
    genres: [...new Set(genres)],
    minPrice: price(search.get('minPrice')),
    maxPrice: price(search.get('maxPrice')),
  };
}

/** The same as query parameters of a call. */
export function callArguments({ page, genres, minPrice, maxPrice }: ListQuery, currency: Currency, limit: number) {
  return {
    page,
    limit,
    currency: currencyCode(currency),
    ...(genres.length > 0 && { genres: genres.join(',') }),
    ...(minPrice !== null && { minPrice }),
    ...(maxPrice !== null && { maxPrice }),
  };
}

/** The address with some of its parameters changed; null removes one. */
export function withParameters(search: URLSearchParams, changes: Record<string, string | null>): string {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) next.delete(name);
    else next.set(name, value);
  }
  const text = next.toString();
  return text === '' ? '?' : `?${text}`;
}

function price(text: string | null): number | null {
  return text !== null && /^\d+(\.\d{1,2})?$/.test(text) ? Math.min(Number(text), MOST_PRICE) : null;
}
