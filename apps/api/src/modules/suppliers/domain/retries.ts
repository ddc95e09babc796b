/** Longer than the calls of one step may take, their turns and retries included: until then nobody else works on what was taken. */
export const SUPPLIER_LEASE_MS = 120_000;
/** So long after it was sent, a return that may have worked and does not show is one that did not. */
const RETURN_SHOWS_WITHIN_MS = 24 * 3_600_000;
const FIRST_PAUSE_MS = 1000;

/** The end of a lease that begins now. */
export function leaseFrom(now: Date): Date {
  return new Date(now.getTime() + SUPPLIER_LEASE_MS);
}

/** When to try again after so many tries: later from one to the next, after `longestMs` at most. */
export function againAt(now: Date, tries: number, longestMs = Infinity): Date {
  return new Date(now.getTime() + Math.min(longestMs, FIRST_PAUSE_MS * 2 ** tries));
}

/** Whether a return that was sent at that time, if ever, may have worked though the supplier does not show its keys yet. */
export function mayStillShow(sentAt: Date | null, now: Date): boolean {
  return sentAt !== null && now.getTime() - sentAt.getTime() < RETURN_SHOWS_WITHIN_MS;
}
