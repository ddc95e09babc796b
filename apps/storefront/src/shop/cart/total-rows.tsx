import { type CartLine, formatMoney } from '@keyturn/shop-rules';
import { cartTotalMinor } from './cart-slice.ts';
import { useCurrency } from '../shop-state.ts';
import styles from './total-rows.module.css';

/** The same rows in cart and checkout: the same total in both. */
export function TotalRows({ lines }: { lines: readonly CartLine[] }) {
  const currency = useCurrency();
  const total = formatMoney(cartTotalMinor(lines, currency), currency);
  return (
    <dl className={styles.rows}>
      <div>
        <dt>Subtotal</dt>
        <dd>{total}</dd>
      </div>
      <div>
        <dt>Service fee</dt>
        <dd>{formatMoney(0, currency)}</dd>
      </div>
      <div>
        <dt>Shipping</dt>
        <dd>Free, by e-mail</dd>
      </div>
      <div className={styles.total}>
        <dt>Total</dt>
        <dd>{total}</dd>
      </div>
    </dl>
  );
}
