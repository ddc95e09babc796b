import { CURRENCIES, type Currency } from '@keyturn/shop-rules';

/** A product such as 0.98 × 100 may be 97.99999999999999. */
const roundedDown = (minor: number) => Math.floor(Number(minor.toFixed(6)));

/** The most that a key may cost which was charged at `chargedMinor`, so that `minMargin` of it is left. Minor units of the same currency. */
export function mostCostMinor(chargedMinor: number, minMargin: number): number {
  return roundedDown(chargedMinor * (1 - minMargin));
}

/** An amount in minor units of a euro, by the shop's rates (units of a currency for a euro), rounded down. */
export function inEuros(minor: number, currency: Currency, rates: Readonly<Record<Exclude<Currency, 'Eur'>, number>>): number {
  return currency === 'Eur' ? minor : roundedDown(minor / rates[currency]);
}

/** What is charged for a piece in whichever currency brings least, in minor units of a euro. */
export function leastChargedMinor(
  charged: Readonly<Record<Currency, number>>,
  rates: Readonly<Record<Exclude<Currency, 'Eur'>, number>>,
): number {
  return Math.min(...CURRENCIES.map((currency) => inEuros(charged[currency], currency, rates)));
}
