import { pageAddress } from '@keyturn/shop-rules';
import type { ListedProduct } from '@keyturn/api-client';
import { Fragment, type ReactNode, useLayoutEffect, useRef } from 'react';
import { Link, Navigate, useLocation, useNavigationType } from 'react-router-dom';
import { keepsPlace } from '../../lib/keep-position.ts';
import { useMedia } from '../../lib/use-media.ts';
import { paths } from '../../shop/paths.ts';
import { lineId } from '../../shop/product/product.ts';
import { ProductGrid, ProductGridSkeleton } from '../../shop/product/product-grid.tsx';
import { type Retriable, useTryAgain } from '../../shop/connection/try-again.ts';
import { buttonClass } from '../../ui/buttons/button.tsx';
import { Pagination } from '../../ui/navigation/pagination.tsx';
import { Empty, Failed, Loading } from '../../ui/feedback/states.tsx';
import { AppliedFilters, appliedFilters, clearedFilters } from './filters/applied-filters.tsx';
import { CountryFilter } from './filters/country-filter.tsx';
import { FilterSheet } from './filters/filter-sheet.tsx';
import { GenreFilter } from './filters/genre-filter.tsx';
import { PriceFilter } from './filters/price-filter.tsx';
import styles from './product-list.module.css';
import { SortSelect } from './sort-select.tsx';
import { useListAddress } from './use-list-address.ts';

const NOTHING = 'No results found !';

interface Answer {
  products: readonly ListedProduct[];
  totalPages: number;
}

interface ProductListProps {
  title: string;
  /** The latest answer; the previous list while a new one is loading. */
  answer: Answer | undefined;
  call: Retriable & { isFetching: boolean; isError: boolean };
  pageSize: number;
  usualSort?: 'popular' | 'relevance';
  /** Suggestions without results, besides removing filters. */
  hint?: ReactNode;
}

/** One page of a list: heading, filters beside it or in a sheet, sort order, applied filters, cards, pagination. */
export function ProductList({ title, answer, call, pageSize, usualSort = 'popular', hint }: ProductListProps) {
  const isWide = useMedia('(min-width: 1000px)');
  const { search, query } = useListAddress();
  const tryAgain = useTryAgain(call);
  const columns = useRef<HTMLDivElement>(null);
  const { key, state } = useLocation();
  const type = useNavigationType();

  // A filter scrolls back to the start of the list, but keeps the filters beside it in place.
  useLayoutEffect(() => {
    if (type === 'POP' || !keepsPlace(state) || !columns.current) return;
    const header = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
    if (columns.current.getBoundingClientRect().top < header) columns.current.scrollIntoView({ block: 'start', behavior: 'instant' });
  }, [key, state, type]);

  // A page past the end redirects to the last.
  if (answer && !call.isFetching && answer.totalPages > 0 && query.page > answer.totalPages) {
    return <Navigate replace to={pageAddress(search, answer.totalPages)} />;
  }
  const isFailed = call.isError && !call.isFetching;
  return (
    <div className={`page ${styles.list}`}>
      <h1 tabIndex={-1}>{title}</h1>
      <div ref={columns} className={styles.columns}>
        {isWide !== false && (
          <aside className={styles.side} aria-label="Filters">
            <PriceFilter />
            <CountryFilter />
            <GenreFilter />
          </aside>
        )}
        <section className={styles.results} aria-label="Results">
          <div className={styles.bar}>
            <p className={styles.context} role="status">
              {!isFailed && answer && contextLine(answer, query.page)}
            </p>
            {isWide !== true && <FilterSheet />}
            <SortSelect usual={usualSort} />
          </div>
          <AppliedFilters />
          {isFailed ? (
            <Failed what="The list" emptyText={NOTHING} onRetry={() => void tryAgain()} />
          ) : !answer ? (
            <Loading what="the list" onRetry={() => void tryAgain()}>
              <ProductGridSkeleton pageSize={pageSize} />
            </Loading>
          ) : (
            <div className={styles.answer}>
              {call.isFetching && (
                // Another query gets its own ten seconds.
                <div key={search.toString()} className={styles.slow}>
                  <Loading what="the list" onRetry={() => void tryAgain()} />
                </div>
              )}
              {answer.products.length === 0 ? (
                <NoResults hint={hint} />
              ) : (
                // Another answer is another list: reused cards or pagination would visibly move.
                <Fragment key={answer.products.map(lineId).join()}>
                  <h2 className="visually-hidden">Products</h2>
                  <ProductGrid products={answer.products} pageSize={pageSize} isStale={call.isFetching} />
                  <Pagination page={query.page} totalPages={answer.totalPages} hrefOf={(page) => pageAddress(search, page)} />
                </Fragment>
              )}
            </div>
          )}
        </section>
      </div>
    </div>
  );
}

/** The position in the list. Above 10,000 there is no exact count. */
function contextLine({ products, totalPages }: Answer, page: number): string {
  if (totalPages > 1) return `Page ${Math.min(page, totalPages)} of ${totalPages}`;
  if (products.length === 0) return '';
  return products.length === 1 ? '1 result' : `${products.length} results`;
}

function NoResults({ hint }: { hint: ReactNode }) {
  const { search, query } = useListAddress();
  const isFiltered = appliedFilters(query).length > 0;
  return (
    <Empty title={NOTHING}>
      <p className={styles.hint}>{isFiltered ? 'Nothing here matches all of your filters.' : hint}</p>
      <p className={styles.ways}>
        {isFiltered && (
          <Link to={clearedFilters(search)} className={buttonClass()}>
            Clear all filters
          </Link>
        )}
        <Link to={paths.home} className={buttonClass({ variant: isFiltered ? 'secondary' : 'primary' })}>
          Browse games
        </Link>
      </p>
    </Empty>
  );
}
