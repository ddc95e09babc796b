import { type CartLine, countItems, formatMoney } from '@keyturn/shop-rules';
import { ChevronDown } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useMedia } from '../../lib/use-media.ts';
import { cartTotalMinor, lineTotalMinor } from '../../shop/cart/cart-slice.ts';
import { Cover } from '../../shop/product/cover.tsx';
import { paths } from '../../shop/paths.ts';
import { useCurrency } from '../../shop/shop-state.ts';
import { TotalRows } from '../../shop/cart/total-rows.tsx';
import styles from './order-summary.module.css';

/** What is bought. On narrow screens it is folded; count and total stay in view. */
export function OrderSummary({ lines }: { lines: readonly CartLine[] }) {
  const currency = useCurrency();
  const isWide = useMedia('(min-width: 1000px)') === true;
  const count = countItems(lines);

  return (
    <details className={styles.summary} open={isWide}>
      <summary>
        <span>
          Your order <ChevronDown size={18} aria-hidden="true" />
          <small>
            {count} {count === 1 ? 'item' : 'items'}
          </small>
        </span>
        <strong>{formatMoney(cartTotalMinor(lines, currency), currency)}</strong>
      </summary>
      <ul className={styles.lines}>
        {lines.map((line) => (
          <li key={line.item._id}>
            <Cover path={line.item.mainImage} name={line.item.name} sizes="48px" className={styles.cover} isEager />
            <p>
              {line.item.name}
              <small>Quantity {line.quantity}</small>
            </p>
            <p className={styles.price}>{formatMoney(lineTotalMinor(line, currency), currency)}</p>
          </li>
        ))}
      </ul>
      <TotalRows lines={lines} />
      <Link to={paths.cart} className={styles.change}>
        Change the cart
      </Link>
    </details>
  );
}
