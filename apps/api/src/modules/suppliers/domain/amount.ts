/** More than any price or balance, and what a column holds: an amount above is an error of the supplier. */
const MOST_MINOR = 1_000_000_000;

/** Euros, as suppliers write them, in minor units; null for what is no amount. */
export function minorOfEuros(euros: number): number | null {
  const minor = Math.round(euros * 100);
  return Number.isFinite(minor) && minor >= 0 && minor <= MOST_MINOR ? minor : null;
}

/** The same of a balance, which may be below zero: a supplier may give credit. */
export function minorOfBalance(euros: number): number | null {
  const minor = minorOfEuros(Math.abs(euros));
  return minor === null || minor === 0 ? minor : Math.sign(euros) * minor;
}

/** An amount in minor units of a euro as staff reads it: `5.25 EUR`. */
export function euroText(minor: number): string {
  return `${(minor / 100).toFixed(2)} EUR`;
}
