import { type Currency, CURRENCY_COOKIE, DEFAULT_CURRENCY, storedCurrency } from '@keyturn/shop-rules';

const CHOSEN = new RegExp(`(?:^|; ?)${CURRENCY_COOKIE}=(\\w*)(?:;|$)`);

/** The currency that a request's cookies name; without one that the shop knows, euros. */
export function currencyIn(cookies = ''): Currency {
  return storedCurrency(CHOSEN.exec(cookies)?.[1]) ?? DEFAULT_CURRENCY;
}
