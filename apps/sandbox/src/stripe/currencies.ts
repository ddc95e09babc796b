/**
 * Smallest charge per currency in minor units, from Stripe's table of minimum charge amounts.
 * A currency that is not here is refused.
 */
const smallestCharge: Readonly<Record<string, number>> = {
  usd: 50,
  aed: 200,
  aud: 50,
  brl: 50,
  cad: 50,
  chf: 50,
  czk: 1500,
  dkk: 250,
  eur: 50,
  gbp: 30,
  hkd: 400,
  huf: 17_500,
  inr: 50,
  jpy: 50,
  mxn: 1000,
  myr: 200,
  nok: 300,
  nzd: 50,
  pln: 200,
  ron: 200,
  sek: 300,
  sgd: 50,
  thb: 1000,
};

export const LARGEST_CHARGE = 99_999_999;
export const currencies: readonly string[] = Object.keys(smallestCharge);

/** In minor units; null for an unsupported currency. */
export function smallestChargeIn(currency: string): number | null {
  return smallestCharge[currency] ?? null;
}

/** For people, as a shop writes it: `€12.50`, `$1,212.50`, `12.50 zł`; without decimals only where the currency has none. */
export function formatMinor(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-GB', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' });
  const major = amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2);
  const written = format.format(major);
  return currency === 'pln' ? `${written.replace(/[^\d.,-]/g, '')}\u00a0zł` : written;
}
