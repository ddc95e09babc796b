import { Glyph } from '../ui/glyph.tsx';
import styles from './payment-chips.module.css';

/** Three card brands, one wallet, five bank schemes. A glyph where there is a free one, else the word. */
const METHODS: readonly { name: string; glyph?: string }[] = [
  { name: 'Visa', glyph: 'visa' },
  { name: 'Mastercard', glyph: 'mastercard' },
  { name: 'Amex' },
  { name: 'PayPal', glyph: 'paypal' },
  { name: 'iDEAL' },
  { name: 'Bancontact' },
  { name: 'Przelewy24' },
  { name: 'BLIK' },
  { name: 'EPS' },
];

export function PaymentChips() {
  return (
    <ul className={styles.chips} aria-label="Payment methods">
      {METHODS.map(({ name, glyph }) => (
        <li key={name}>
          {glyph ? (
            <>
              <Glyph name={glyph} size={glyph === 'visa' ? 34 : 22} />
              <span className="visually-hidden">{name}</span>
            </>
          ) : (
            name
          )}
        </li>
      ))}
    </ul>
  );
}
