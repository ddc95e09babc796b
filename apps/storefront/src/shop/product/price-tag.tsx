import { chargedMinor, formatMoney, readPrice, type WirePrices } from '@keyturn/shop-rules';
import { useCurrency } from '../shop-state.ts';
import styles from './price-tag.module.css';

/** What a shopper pays, and the struck price where there is a discount. */
export function PriceTag({ of, size = 'small' }: { of: WirePrices; size?: 'small' | 'large' }) {
  const price = readPrice(of, useCurrency());
  return (
    <span className={`${styles.price} ${styles[size]}`}>
      <strong>
        <span className="visually-hidden">Price </span>
        {formatMoney(chargedMinor(price), price.currency)}
      </strong>
      {price.discountedMinor !== null && (
        <s>
          <span className="visually-hidden">Old price </span>
          {formatMoney(price.listMinor, price.currency)}
        </s>
      )}
    </span>
  );
}
