/** Page sizes. */
export const PAGE_SIZES = { platform: 16, filtered: 16, software: 24, search: 10, suggestions: 3, similar: 16 } as const;

/** Totals are exact up to this many matches and stop there: an exact count costs as much as there is to count. */
export const MOST_COUNTED_MATCHES = 10_000;

/** As many addresses as one file of a sitemap may hold (sitemaps.org). */
export const MOST_IN_SITEMAP_FILE = 50_000;

const MOST_PAGE_NUMBERS = 10;

/** Up to ten page numbers around the current page: the strip starts at `clamp(page - 5, 1, max(1, total - 9))`. */
export function pageNumbers(page: number, totalPages: number): number[] {
  const lastStart = Math.max(1, totalPages - MOST_PAGE_NUMBERS + 1);
  const start = Math.min(Math.max(page - 5, 1), lastStart);
  const length = Math.min(MOST_PAGE_NUMBERS, totalPages - start + 1);
  return Array.from({ length: Math.max(0, length) }, (_, index) => start + index);
}

/** `?page=` as typed: not a positive integer is 1, past the end is the last page. */
export function pageFromText(text: string | null, totalPages = Number.POSITIVE_INFINITY): number {
  const page = text !== null && /^\d{1,9}$/.test(text) ? Number(text) : 1;
  return Math.max(1, Math.min(page, Math.max(1, totalPages)));
}

/** The highest price that a filter takes, in major units. */
export const MOST_FILTER_PRICE = 10_000;

/** So long may a search be, in UTF-16 units; the API refuses a longer one. */
export const LONGEST_SEARCH = 200;

/** Text as one part of a path; a part of one or two dots would lead to another page. */
export function searchPart(text: string, longest: number): string {
  const cut = text.trim().slice(0, longest).toWellFormed();
  return /^\.{1,2}$/.test(cut) ? `${cut} ` : cut;
}
