/** The shop's four currencies, spelled as the browser stores them. */
export const CURRENCIES = ['Eur', 'Usd', 'Pln', 'Gbp'] as const;
export type Currency = (typeof CURRENCIES)[number];

export const DEFAULT_CURRENCY: Currency = 'Eur';

/** The cookie that names the currency of a browser to the storefront's server, if it is another than euro; what counts is the browser's storage. */
export const CURRENCY_COOKIE = 'currency';

export const CURRENCY_SYMBOLS: Record<Currency, string> = { Eur: '€', Usd: '$', Pln: 'zł', Gbp: '£' };

/** The least that one payment may amount to, in minor units. Source: docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
export const MINIMUM_CHARGE_MINOR: Record<Currency, number> = { Eur: 50, Usd: 50, Pln: 200, Gbp: 30 };

/** The most, in each currency. Source: as above. */
export const MAXIMUM_CHARGE_MINOR = 99_999_999;

/** "Under" tiles of the home page, in major units. */
export const PRICE_TILES: Record<Currency, readonly number[]> = {
  Eur: [1, 2, 5, 10, 20, 50],
  Usd: [1, 2, 5, 10, 20, 50],
  Gbp: [1, 2, 5, 10, 20, 50],
  Pln: [5, 10, 20, 40, 80, 200],
};

/** Reads `eur`, `EUR` or `Eur`, as calls may spell it; null for anything else. */
export function parseCurrency(text: unknown): Currency | null {
  if (typeof text !== 'string') return null;
  return CURRENCIES.find((currency) => currency.toLowerCase() === text.toLowerCase()) ?? null;
}

/** Reads what a browser has stored: `Eur`, `Usd`, `Pln` or `Gbp` to the letter; null for anything else. */
export function storedCurrency(text: unknown): Currency | null {
  return CURRENCIES.find((currency) => currency === text) ?? null;
}

/** ISO 4217 code, as calls and the payment provider want it: `EUR`. */
export function currencyCode<Code extends Currency>(currency: Code): Uppercase<Code> {
  return currency.toUpperCase() as Uppercase<Code>;
}
