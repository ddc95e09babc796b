import { MOST_FILTER_PRICE } from '@keyturn/shop-rules';

/** The prices typed into the filter, as text; empty is no limit. */
export interface TypedRange {
  from: string;
  to: string;
}

/** "please verify" is the shop's message for an invalid range. */
export type CheckedRange = { problem: 'please verify' } | { problem: null; minPrice: number | null; maxPrice: number | null };

/**
 * The rules of the price filter: From above To filters nothing; above 10000 is 10000; a From of 0 is no limit.
 * The inputs' min and step drive their spinner only: 1, 2 and 5 are valid.
 */
export function checkRange({ from, to }: TypedRange): CheckedRange {
  const [min, max] = [amount(from), amount(to)];
  if (min === 'wrong' || max === 'wrong') return { problem: 'please verify' };
  if (min !== null && max !== null && min > max) return { problem: 'please verify' };
  return { problem: null, minPrice: min === null || min === 0 ? null : cut(min), maxPrice: max === null ? null : cut(max) };
}

export function typedRange({ minPrice, maxPrice }: { minPrice: number | null; maxPrice: number | null }): TypedRange {
  return { from: minPrice === null ? '' : String(minPrice), to: maxPrice === null ? '' : String(maxPrice) };
}

function amount(text: string): number | null | 'wrong' {
  if (text.trim() === '') return null;
  const value = Number(text);
  return Number.isFinite(value) && value >= 0 ? value : 'wrong';
}

/** At most 10000, at most two decimals. */
function cut(value: number): number {
  return Number(Math.min(value, MOST_FILTER_PRICE).toFixed(2));
}
