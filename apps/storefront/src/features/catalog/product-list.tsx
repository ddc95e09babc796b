import type { ListedProduct } from '@keyturn/api-client';
import { CURRENCY_SYMBOLS } from '@keyturn/shop-rules';
import { X } from 'lucide-react';
import { Link, Navigate, useSearchParams } from 'react-router-dom';
import { paths } from '../../shop/paths.ts';
import { ProductGrid, ProductGridBones } from '../../shop/product-grid.tsx';
import { useCurrency } from '../../shop/shop-state.ts';
import { buttonClass } from '../../ui/button.tsx';
import { PageStrip } from '../../ui/page-strip.tsx';
import { Empty, Failed, Loading } from '../../ui/states.tsx';
import { readListQuery, withParameters } from './list-address.ts';
import styles from './product-list.module.css';

interface ProductListProps {
  title: string;
  subtitle?: string;
  /** What the call answered last; the older list while a newer one is on its way. */
  answer: { products: readonly ListedProduct[]; totalPages: number } | undefined;
  isFetching: boolean;
  isError: boolean;
  onRetry: () => void;
  pageSize: number;
}

/** One page of a list: heading, what it is filtered by, cards, page numbers. */
export function ProductList({ title, subtitle, answer, isFetching, isError, onRetry, pageSize }: ProductListProps) {
  const [search] = useSearchParams();
  const { page } = readListQuery(search);

  // Past the end is the last page (decisions, Addresses).
  if (answer && !isFetching && answer.totalPages > 0 && page > answer.totalPages) {
    return <Navigate replace to={withParameters(search, { page: String(answer.totalPages) })} />;
  }
  return (
    <div className={`page ${styles.list}`}>
      <h1 tabIndex={-1}>{title}</h1>
      {subtitle && <p className={styles.subtitle}>{subtitle}</p>}
      <AppliedFilters />
      {isError && !isFetching ? (
        <Failed what="The list" onRetry={onRetry} />
      ) : !answer ? (
        <Loading what="the list" onRetry={onRetry}>
          <ProductGridBones count={pageSize} />
        </Loading>
      ) : answer.products.length === 0 ? (
        <Empty title="No results found !">
          <Link to={paths.home} className={buttonClass()}>
            Browse games
          </Link>
        </Empty>
      ) : (
        <>
          <h2 className="visually-hidden">Products</h2>
          <ProductGrid products={answer.products} isStale={isFetching} />
          <PageStrip page={page} totalPages={answer.totalPages} hrefOf={(number) => withParameters(search, { page: String(number) })} />
        </>
      )}
    </div>
  );
}

/** What the address filters by, each as a link that takes it away. */
function AppliedFilters() {
  const [search] = useSearchParams();
  const currency = useCurrency();
  const { genres, minPrice, maxPrice } = readListQuery(search);
  const amount = (value: number) =>
    currency === 'Pln' ? `${value} ${CURRENCY_SYMBOLS[currency]}` : `${CURRENCY_SYMBOLS[currency]}${value}`;
  const chips: { text: string; changes: Record<string, string | null> }[] = [
    ...genres.map((genre) => ({ text: genre, changes: { genres: genres.filter((other) => other !== genre).join(',') || null } })),
    ...(minPrice === null ? [] : [{ text: `From ${amount(minPrice)}`, changes: { minPrice: null } }]),
    ...(maxPrice === null ? [] : [{ text: `Under ${amount(maxPrice)}`, changes: { maxPrice: null } }]),
  ];
  if (chips.length === 0) return null;

  return (
    <ul className={styles.chips} aria-label="Applied filters">
      {chips.map(({ text, changes }) => (
        <li key={text}>
          <Link to={withParameters(search, { ...changes, page: null })} aria-label={`Remove filter ${text}`}>
            {text} <X size={14} aria-hidden="true" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
