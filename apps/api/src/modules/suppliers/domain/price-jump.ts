/** Whether a cost moved by more than 30 %. Minor units; `beforeMinor` null: there was none. */
export function isPriceJump(beforeMinor: number | null, afterMinor: number): boolean {
  return beforeMinor !== null && Math.abs(afterMinor - beforeMinor) * 10 > beforeMinor * 3;
}
