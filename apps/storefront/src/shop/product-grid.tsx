import type { ListedProduct } from '@keyturn/api-client';
import { CARD_SIZES } from '@keyturn/shop-rules';
import { memo } from 'react';
import { lineId } from './product.ts';
import { ProductCard, ProductCardBone } from './product-card.tsx';
import styles from './product-grid.module.css';

interface ProductGridProps {
  products: readonly ListedProduct[];
  isStale?: boolean;
}

/** Products as a grid of cards, drawn again only for other ones. While the next ones load, the old ones stay, dimmed. */
export const ProductGrid = memo(function ProductGrid({ products, isStale = false }: ProductGridProps) {
  return (
    <ul className={styles.grid} aria-busy={isStale}>
      {products.map((product, position) => (
        <li key={lineId(product)}>
          <ProductCard product={product} sizes={CARD_SIZES} isFirst={position === 0} />
        </li>
      ))}
    </ul>
  );
});

export function ProductGridBones({ count }: { count: number }) {
  return (
    <div className={styles.grid}>
      {Array.from({ length: count }, (_, position) => (
        <ProductCardBone key={position} />
      ))}
    </div>
  );
}
