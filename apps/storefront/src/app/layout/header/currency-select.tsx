import { CURRENCIES, CURRENCY_SYMBOLS, type Currency, currencyCode, parseCurrency } from '@keyturn/shop-rules';
import { useChangeCurrency } from '../../../shop/currency/change-currency.ts';
import { useCurrency } from '../../../shop/shop-state.ts';
import styles from './currency-select.module.css';

const nameOf = (currency: Currency) => `${CURRENCY_SYMBOLS[currency]} ${currencyCode(currency)}`;

export function CurrencySelect() {
  const currency = useCurrency();
  const change = useChangeCurrency();
  return (
    <select
      className={styles.select}
      aria-label="Currency"
      value={currency}
      onChange={(event) => {
        const chosen = parseCurrency(event.target.value);
        if (chosen !== null) change(chosen);
      }}
    >
      {CURRENCIES.map((option) => (
        <option key={option} value={option}>
          {nameOf(option)}
        </option>
      ))}
    </select>
  );
}
