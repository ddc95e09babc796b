import type { ListedProduct } from '@keyturn/api-client';
import { cardSizes, isOfFives } from '@keyturn/shop-rules';
import { memo } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { lineId } from './product.ts';
import { ProductCard, ProductCardSkeleton } from './product-card.tsx';
import styles from './product-grid.module.css';

interface ProductGridProps {
  products: readonly ListedProduct[];
  /** Of a full page: the columns follow it. */
  pageSize: number;
  isStale?: boolean;
}

/** Products as a grid of cards, rendered again only for others. While the next ones load, the old ones stay, dimmed. */
export const ProductGrid = memo(function ProductGrid({ products, pageSize, isStale = false }: ProductGridProps) {
  return (
    <ul className={gridClass(pageSize)} aria-busy={isStale}>
      {products.map((product, position) => (
        <li key={lineId(product)}>
          <ProductCard product={product} sizes={cardSizes(pageSize)} isFirst={position === 0} />
        </li>
      ))}
    </ul>
  );
});

const gridClass = (pageSize: number) => classNames(styles.grid, isOfFives(pageSize) && styles.fives);

export function ProductGridSkeleton({ pageSize }: { pageSize: number }) {
  return (
    <div className={gridClass(pageSize)}>
      {Array.from({ length: pageSize }, (_, position) => (
        <ProductCardSkeleton key={position} />
      ))}
    </div>
  );
}
