import { countryName, type Currency, CURRENCY_SYMBOLS, type ListQuery, pricesDisagree, withParameters } from '@keyturn/shop-rules';
import { X } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useCurrency } from '../../../shop/shop-state.ts';
import styles from './applied-filters.module.css';
import { useListAddress } from '../use-list-address.ts';

interface AppliedFilter {
  textIn: (currency: Currency) => string;
  /** The query parameters that it removes. */
  without: Record<string, string | null>;
}

/** The query parameters of all filters, without values. */
export const NO_FILTERS = { genres: null, minPrice: null, maxPrice: null, country: null } as const;

/** The effective filters, one entry each. */
export function appliedFilters(query: ListQuery): AppliedFilter[] {
  const { genres, minPrice, maxPrice, country } = query;
  const isPriced = !pricesDisagree(query);
  return [
    ...genres.map((genre) => ({
      textIn: () => genre as string,
      without: { genres: genres.filter((other) => other !== genre).join(',') || null },
    })),
    ...(isPriced && minPrice !== null ? [{ textIn: amount('From', minPrice), without: { minPrice: null } }] : []),
    ...(isPriced && maxPrice !== null ? [{ textIn: amount('Under', maxPrice), without: { maxPrice: null } }] : []),
    ...(country !== null ? [{ textIn: () => `Works in ${countryName(country)}`, without: { country: null } }] : []),
  ];
}

/** The URL without filters; the sort order stays. */
export function clearedFilters(search: URLSearchParams): string {
  return withParameters(search, { ...NO_FILTERS, page: null });
}

/** Each filter as a link that removes it. Then the page's heading gets the focus, as the link is gone. */
export function AppliedFilters() {
  const { query, search } = useListAddress();
  const currency = useCurrency();
  const applied = appliedFilters(query);
  if (applied.length === 0) return null;

  return (
    <ul className={styles.chips} aria-label="Applied filters">
      {applied.map(({ textIn, without }) => (
        <li key={textIn(currency)}>
          <Link to={withParameters(search, { ...without, page: null })} aria-label={`Remove filter ${textIn(currency)}`}>
            {textIn(currency)} <X size={14} aria-hidden="true" />
          </Link>
        </li>
      ))}
      <li>
        <Link to={clearedFilters(search)} className={styles.clear}>
          Clear all
        </Link>
      </li>
    </ul>
  );
}

function amount(word: string, value: number) {
  return (currency: Currency) => {
    const symbol = CURRENCY_SYMBOLS[currency];
    return `${word} ${currency === 'Pln' ? `${value} ${symbol}` : `${symbol}${value}`}`;
  };
}
