import type { ListedProduct } from '@keyturn/api-client';
import { lineId } from './product.ts';
import { ProductCard, ProductCardBone } from './product-card.tsx';
import styles from './product-grid.module.css';

const SIZES = '(min-width: 1100px) 232px, (min-width: 700px) 22vw, 46vw';
/** So many cards are in the first view at the widest. */
const EAGER = 6;

/** Products as a grid of cards. While the next ones load, the old ones stay, dimmed. */
export function ProductGrid({ products, isStale = false }: { products: readonly ListedProduct[]; isStale?: boolean }) {
  return (
    <ul className={styles.grid} aria-busy={isStale}>
      {products.map((product, position) => (
        <li key={lineId(product)}>
          <ProductCard product={product} sizes={SIZES} isEager={position < EAGER} isFirst={position === 0} />
        </li>
      ))}
    </ul>
  );
}

export function ProductGridBones({ count }: { count: number }) {
  return (
    <div className={styles.grid}>
      {Array.from({ length: count }, (_, position) => (
        <ProductCardBone key={position} />
      ))}
    </div>
  );
}
