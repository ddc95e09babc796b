import { type Currency, DEFAULT_CURRENCY } from '@keyturn/shop-rules';

/** What an answer says of caches unless its route says more: caches and CDNs have rules of their own for answers that say nothing. */
export const STORED_BY_NONE = { 'Cache-Control': 'no-store' };

/** For files under a fixed name, which a release changes. */
export const SAME_FOR_AN_HOUR = { 'Cache-Control': 'public, max-age=3600' };

/** For what has another address when it changes. */
export const NEVER_CHANGES = { 'Cache-Control': 'public, max-age=31536000, immutable' };

interface Page {
  readonly status: number;
  readonly currency: Currency;
  /** Made without an answer of the API, as it is for a visitor who calls too often: others get a better one. */
  readonly isPlain: boolean;
  /** Whether its address lets its reader do something: links of mails, and where a social login comes back to. */
  readonly isSecret: boolean;
}

/**
 * Browsers ask for a page each time (304). Of all that a request brings along, only the currency changes a page, so a cache that many visitors
 * share (RFC 9213) may answer with one in the usual currency for a second; by `Vary` it must not do so for other cookies.
 * In docs/explanation/page-freshness.md.
 */
export function cacheHeadersOf({ status, currency, isPlain, isSecret }: Page): Readonly<Record<string, string>> {
  const vary = { Vary: 'Accept-Encoding, Cookie' };
  if (isSecret) return { ...STORED_BY_NONE, ...vary };
  const isForAll = status === 200 && currency === DEFAULT_CURRENCY && !isPlain;
  return {
    'Cache-Control': isForAll ? 'no-cache' : 'private, no-cache',
    ...vary,
    'CDN-Cache-Control': isForAll ? 'max-age=1' : 'no-store',
  };
}
