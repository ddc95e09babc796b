/** Longer than the calls of one step may take, their turns and retries included: until then nobody else works on what was taken. */
export const SUPPLIER_LEASE_MS = 120_000;
const FIRST_PAUSE_MS = 1000;

/** How long to wait after so many tries, twice as long from one to the next, `longestMs` at most. Milliseconds. */
export function pauseMs(tries: number, longestMs = Infinity): number {
  return Math.min(longestMs, FIRST_PAUSE_MS * 2 ** tries);
}
