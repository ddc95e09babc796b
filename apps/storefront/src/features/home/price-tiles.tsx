import { CURRENCY_SYMBOLS, PRICE_TILES } from '@keyturn/shop-rules';
import { Link } from 'react-router-dom';
import { paths } from '../../shop/paths.ts';
import { useCurrency } from '../../shop/shop-state.ts';
import styles from './price-tiles.module.css';

/** "Under" tiles in the shopper's currency. The teeth below grow with the price, as a drawing of a key. */
export function PriceTiles() {
  const currency = useCurrency();
  const symbol = CURRENCY_SYMBOLS[currency];
  return (
    <section aria-labelledby="by-price">
      <h2 id="by-price" className={styles.heading}>
        Explore By Price
      </h2>
      <ul className={styles.tiles}>
        {PRICE_TILES[currency].map((amount, position) => (
          <li key={amount}>
            <Link to={paths.filtered({ maxPrice: amount })} className={styles.tile}>
              <span className={styles.under}>Under</span>
              <span className={styles.amount}>{currency === 'Pln' ? `${amount} ${symbol}` : `${symbol}${amount}`}</span>
              <svg className={styles.teeth} viewBox="0 0 120 40" preserveAspectRatio="none" aria-hidden="true">
                <path d={teeth(position)} />
              </svg>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A row of six teeth; the number of long ones is the tile's position. */
function teeth(position: number): string {
  const heights = Array.from({ length: 6 }, (_, tooth) => (tooth <= position ? 10 + ((tooth * 7) % 11) : 34));
  return `M0 40${heights.map((height, tooth) => `V${height}H${(tooth + 1) * 20}`).join('')}V40Z`;
}
