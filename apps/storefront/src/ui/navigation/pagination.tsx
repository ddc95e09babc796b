import { pageNumbers } from '@keyturn/shop-rules';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import styles from './pagination.module.css';

/** Numbered pages as real links. `hrefOf` keeps the rest of the address. Nothing is shown for a single page. */
export function Pagination({ page, totalPages, hrefOf }: { page: number; totalPages: number; hrefOf: (page: number) => string }) {
  if (totalPages <= 1) return null;
  return (
    <nav aria-label="Pagination" className={styles.strip}>
      {page > 1 && (
        <Link to={hrefOf(page - 1)} rel="prev" aria-label="Previous page" className={styles.step}>
          <ChevronLeft size={20} aria-hidden="true" />
        </Link>
      )}
      <ol>
        {pageNumbers(page, totalPages).map((number) => (
          <li key={number}>
            <Link to={hrefOf(number)} aria-label={`Page ${number}`} aria-current={number === page ? 'page' : undefined}>
              {number}
            </Link>
          </li>
        ))}
      </ol>
      {page < totalPages && (
        <Link to={hrefOf(page + 1)} rel="next" aria-label="Next page" className={styles.step}>
          <ChevronRight size={20} aria-hidden="true" />
        </Link>
      )}
    </nav>
  );
}
