import type { ListedProduct } from '@keyturn/api-client';
import { itemLabel, productPath } from '@keyturn/shop-rules';
import { Heart, ShoppingCart, Trash2, Zap } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { classNames } from '../../lib/class-names.ts';
import { Skeleton } from '../../ui/feedback/states.tsx';
import card from '../styles/card.module.css';
import { Cover } from './cover.tsx';
import { DiscountBadge } from './discount-badge.tsx';
import { PlatformChip } from '../platform/platform-chip.tsx';
import { PriceTag } from './price-tag.tsx';
import styles from './product-card.module.css';
import { useCartLine } from '../cart/use-cart-line.ts';
import { useWish } from '../wishlist/use-wish.ts';

interface ProductCardProps {
  product: ListedProduct;
  /** The width of the cover in this place, in CSS. */
  sizes: string;
  isFirst?: boolean;
}

/** One product in lists and sliders. The title is the only link; it covers the card, below the wishlist and cart buttons. */
export function ProductCard({ product, sizes, isFirst = false }: ProductCardProps) {
  const titleId = useId();
  const { name, platform } = product;
  const cart = useCartLine(product);
  const wish = useWish(product);

  return (
    <article className={card.card} aria-labelledby={titleId}>
      <div className={styles.art}>
        <Cover path={product.mainImage} name={name} sizes={sizes} isFirst={isFirst} className={card.picture} />
        <span className={styles.badge}>
          <DiscountBadge of={product} />
        </span>
        {platform !== '' && (
          <span className={styles.platform}>
            <PlatformChip platform={platform} />
          </span>
        )}
      </div>
      <div className={styles.words}>
        <h3 className={classNames(card.title, styles.title)}>
          <Link id={titleId} to={productPath(product)} title={name}>
            {name}
          </Link>
        </h3>
        <p className={styles.label}>
          <Zap size={12} aria-hidden="true" /> <span>{itemLabel(name)}</span>
          {!cart.isSoldOut && <span>Instant delivery</span>}
        </p>
        <div className={styles.buy}>
          <PriceTag of={product} />
          {cart.isSoldOut ? (
            <span className={styles.soldOut}>Out of stock</span>
          ) : (
            <button
              type="button"
              className={classNames(styles.cart, cart.isInCart && styles.inCart)}
              aria-label={cart.isInCart ? `Delete from Cart: ${name}` : `Add to Cart: ${name}`}
              title={cart.isInCart ? 'Delete from Cart' : 'Add to Cart'}
              onClick={cart.toggle}
            >
              {cart.isInCart ? <Trash2 size={18} aria-hidden="true" /> : <ShoppingCart size={18} aria-hidden="true" />}
            </button>
          )}
        </div>
      </div>
      <button
        type="button"
        className={classNames(styles.heart, wish.isWished && styles.wished)}
        aria-pressed={wish.isWished}
        aria-label={`Add to Wishlist: ${name}`}
        onClick={wish.toggle}
      >
        <Heart size={18} aria-hidden="true" fill={wish.isWished ? 'currentColor' : 'none'} />
      </button>
    </article>
  );
}

/** The skeleton. */
export function ProductCardSkeleton() {
  return (
    <div className={card.card}>
      <Skeleton className={styles.skeletonArt} />
      <div className={styles.words}>
        <Skeleton className={styles.skeletonTitle} />
        <Skeleton className={styles.skeletonLabel} />
        <Skeleton className={styles.skeletonPrice} />
      </div>
    </div>
  );
}
