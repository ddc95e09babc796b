import { discountPercent, readPrice, type WirePrices } from '@keyturn/shop-rules';
import styles from './discount-badge.module.css';
import { useCurrency } from './shop-state.ts';

/** `-39%`, worked out from the shown prices; nothing without a discount. */
export function DiscountBadge({ of }: { of: WirePrices }) {
  const percent = discountPercent(readPrice(of, useCurrency()));
  return percent > 0 ? (
    <span className={styles.badge}>
      <span className="visually-hidden">Discount </span>-{percent}%
    </span>
  ) : null;
}
