/** The most that a key may cost which was charged at `chargedMinor`, so that `minMargin` of it is left. Minor units of the same currency. */
export function mostCostMinor(chargedMinor: number, minMargin: number): number {
  // A product such as 0.98 × 100 may be 97.99999999999999.
  return Math.floor(Number((chargedMinor * (1 - minMargin)).toFixed(6)));
}
