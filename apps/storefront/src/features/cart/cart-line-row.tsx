import { type CartLine, chargedMinor, formatMoney, itemLabel, productPath } from '@keyturn/shop-rules';
import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { linePrice } from '../../shop/cart/cart-slice.ts';
import { Cover } from '../../shop/product/cover.tsx';
import { useCurrency } from '../../shop/shop-state.ts';
import { Stepper } from '../../ui/forms/stepper.tsx';
import styles from './cart-line-row.module.css';

interface CartLineRowProps {
  line: CartLine;
  /** A warning below the line, if there is one. It comes late: its room is kept. */
  warning: ReactNode;
  onQuantity: (quantity: number) => void;
  onRemove: () => void;
}

export function CartLineRow({ line, warning, onQuantity, onRemove }: CartLineRowProps) {
  const { item, quantity } = line;
  const price = linePrice(line, useCurrency());
  const address = productPath(
    item.type === 'game' ? { name: item.name, kinguinId: Number(item._id) } : { productName: item.name, _id: item._id },
  );

  return (
    <li className={styles.line}>
      <Cover path={item.mainImage} name={item.name} sizes="72px" className={styles.cover} isEager />
      <div className={styles.words}>
        <Link to={address} className={styles.name}>
          {item.name}
        </Link>
        <p className={styles.label}>{itemLabel(item.name)}</p>
        <p className={styles.unit}>
          {formatMoney(chargedMinor(price), price.currency)}
          {price.discountedMinor !== null && (
            <s>
              <span className="visually-hidden">Old price </span>
              {formatMoney(price.listMinor, price.currency)}
            </s>
          )}
        </p>
      </div>
      <div className={styles.stepper}>
        <Stepper name={item.name} value={quantity} max={item.mqte} onChange={onQuantity} />
      </div>
      <p className={styles.total}>
        <span className="visually-hidden">Line total </span>
        {formatMoney(chargedMinor(price) * quantity, price.currency)}
      </p>
      <button type="button" data-remove className={styles.remove} aria-label={`Remove ${item.name}`} onClick={onRemove}>
        <Trash2 size={18} aria-hidden="true" /> Remove
      </button>
      <div className={styles.warning}>{warning}</div>
    </li>
  );
}
