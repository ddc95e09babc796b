const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Soon at first, for most troubles pass; hourly at last, so that a mail leaves within the hour in which its server is back. */
const PAUSES_MS: readonly number[] = [
  10 * SECOND,
  30 * SECOND,
  MINUTE,
  2 * MINUTE,
  5 * MINUTE,
  10 * MINUTE,
  20 * MINUTE,
  30 * MINUTE,
  ...Array.from({ length: 23 }, () => HOUR),
];

/** When a letter is tried again after its try number `tries` (from 1) failed at `now`; null after 24 hours of tries: given up. */
export function nextTryAt(tries: number, now: Date): Date | null {
  const pause = PAUSES_MS[tries - 1];
  return pause === undefined ? null : new Date(now.getTime() + pause);
}
