import type { Product } from '@keyturn/api-client';
import { activationPhrase } from '@keyturn/shop-rules';
import { Globe, Heart, Mail, RefreshCcw, ShoppingCart, Trash2, Wallet, Zap, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { DiscountBadge } from '../../../shop/product/discount-badge.tsx';
import { PaymentChips } from '../../../shop/payment/payment-chips.tsx';
import { PlatformChip } from '../../../shop/platform/platform-chip.tsx';
import { PriceTag } from '../../../shop/product/price-tag.tsx';
import { useCartLine } from '../../../shop/cart/use-cart-line.ts';
import { useWish } from '../../../shop/wishlist/use-wish.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { ActivationNote } from './activation-note.tsx';
import { ActivationGuide } from './activation-guide.tsx';
import styles from './buy-box.module.css';

const BENEFITS: readonly { text: string; icon: LucideIcon }[] = [
  { text: 'Friendly Return Policy', icon: RefreshCcw },
  { text: 'Fast Checkout Process', icon: Zap },
  { text: 'Convenient Payement Options', icon: Wallet },
];
/** From this number of keys on the stock is shown. */
const FEW = 10;

/** Price, regions, platform and delivery time. */
export function BuyBox({ product }: { product: Product }) {
  const cart = useCartLine(product);
  const wish = useWish(product);
  const [isGuideOpen, setGuideOpen] = useState(false);

  return (
    <section className={styles.box} aria-label="Buy">
      <div className={styles.top}>
        {product.platform && <PlatformChip platform={product.platform} size="medium" />}
        <DiscountBadge of={product} />
      </div>
      <PriceTag of={product} size="large" />
      {product.category === 'Gift Card' && <p className={styles.note}>Price is not final</p>}
      <dl className={styles.rows}>
        <div>
          <dt>
            <Globe size={18} aria-hidden="true" /> Region
          </dt>
          <dd>{activationPhrase(product)}</dd>
        </div>
        <div>
          <dt>
            <Mail size={18} aria-hidden="true" /> Delivery
          </dt>
          <dd>{product.shiping ? `${product.shiping} ${product.unit ?? ''}`.trim() : 'Fast Digital Delivery'}</dd>
        </div>
        <div>
          <dt>
            <span className={styles.dot} data-state={cart.isSoldOut ? 'out' : product.qty <= FEW ? 'few' : 'in'} aria-hidden="true" /> Stock
          </dt>
          <dd>{cart.isSoldOut ? 'Out of stock' : product.qty <= FEW ? `Only ${product.qty} left` : 'In stock'}</dd>
        </div>
      </dl>
      <ActivationNote product={product} />
      <CartButton cart={cart} />
      <Button variant="secondary" isWide onClick={wish.toggle}>
        <Heart size={18} aria-hidden="true" fill={wish.isWished ? 'currentColor' : 'none'} />
        {wish.isWished ? 'Remove From Wishlist' : 'Add to Wishlist'}
      </Button>
      {product.type === 'game' && (
        <>
          <button type="button" className={styles.guide} onClick={() => setGuideOpen(true)}>
            {"Don't know how to activate ?"}
          </button>
          <ActivationGuide platform={product.platform} isOpen={isGuideOpen} onClose={() => setGuideOpen(false)} />
        </>
      )}
      <ul className={styles.benefits}>
        {BENEFITS.map(({ text, icon: Icon }) => (
          <li key={text}>
            <Icon size={18} aria-hidden="true" /> {text}
          </li>
        ))}
      </ul>
      <PaymentChips />
    </section>
  );
}

/** The primary button. If sold out, it says so and does nothing. */
export function CartButton({ cart }: { cart: ReturnType<typeof useCartLine> }) {
  if (cart.isSoldOut && !cart.isInCart) {
    return (
      <Button size="large" isWide disabled>
        Out of stock
      </Button>
    );
  }
  return (
    <Button size="large" isWide variant={cart.isInCart ? 'secondary' : 'primary'} onClick={cart.toggle}>
      {cart.isInCart ? <Trash2 size={20} aria-hidden="true" /> : <ShoppingCart size={20} aria-hidden="true" />}
      {cart.isInCart ? 'Delete from Cart' : 'Add to Cart'}
    </Button>
  );
}
