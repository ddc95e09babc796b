import { type CartLine, formatMoney } from '@keyturn/shop-rules';
import { Link } from 'react-router-dom';
import { cartTotalMinor } from '../../shop/cart/cart-slice.ts';
import { paths } from '../../shop/paths.ts';
import { PaymentChips } from '../../shop/payment/payment-chips.tsx';
import { useCurrency } from '../../shop/shop-state.ts';
import { TotalRows } from '../../shop/cart/total-rows.tsx';
import { buttonClass } from '../../ui/buttons/button.tsx';
import styles from './cart-summary.module.css';

/** A card beside the lines; on screens of 1000 px or less a bar at the lower edge. */
export function CartSummary({ lines }: { lines: readonly CartLine[] }) {
  const currency = useCurrency();
  return (
    <section className={styles.summary} aria-label="Summary" data-bottom-bar>
      <h2>Summary</h2>
      <div className={styles.rows}>
        <TotalRows lines={lines} />
      </div>
      <p className={styles.short}>
        <span>Total</span>
        <strong>{formatMoney(cartTotalMinor(lines, currency), currency)}</strong>
      </p>
      <Link to={paths.checkout} className={buttonClass({ size: 'large', isWide: true })}>
        Checkout
      </Link>
      <div className={styles.methods}>
        <PaymentChips />
      </div>
    </section>
  );
}
