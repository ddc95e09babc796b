import type { Product } from '@keyturn/api-client';
import { useEffect, useState, type RefObject } from 'react';
import { PriceTag } from '../../../shop/product/price-tag.tsx';
import { useCartLine } from '../../../shop/cart/use-cart-line.ts';
import styles from './buy-bar.module.css';
import { CartButton } from './buy-box.tsx';

/** On phones: price and button in a fixed bar once the buy box has left the view. */
export function BuyBar({ product, box }: { product: Product; box: RefObject<HTMLElement | null> }) {
  const cart = useCartLine(product);
  const [isShown, setShown] = useState(false);

  useEffect(() => {
    if (!box.current) return;
    const observer = new IntersectionObserver(([entry]) =>
      setShown(entry !== undefined && !entry.isIntersecting && entry.boundingClientRect.top < 0),
    );
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [box]);

  return (
    <div className={styles.bar} inert={!isShown} data-bottom-bar>
      <PriceTag of={product} />
      <CartButton cart={cart} />
    </div>
  );
}
