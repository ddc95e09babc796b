import type { WirePrices } from '@keyturn/shop-rules';
import styles from './discount-badge.module.css';

/** `-39%`, the same in every currency (`discount_perc`); nothing without a discount. */
export function DiscountBadge({ of }: { of: WirePrices }) {
  const percent = of.is_discounted === true ? (of.discount_perc ?? 0) : 0;
  return percent > 0 ? (
    <span className={styles.badge}>
      <span className="visually-hidden">Discount </span>-{percent}%
    </span>
  ) : null;
}
