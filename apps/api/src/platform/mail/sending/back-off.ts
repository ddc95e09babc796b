const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Short intervals first, as most failures are short; then hourly, so that a mail is sent within an hour after its server is back. */
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

/** When a mail is retried after its attempt number `tries` (from 1) failed at `now`; null after 24 hours: given up. */
export function nextTryAt(tries: number, now: Date): Date | null {
  const pause = PAUSES_MS[tries - 1];
  return pause === undefined ? null : new Date(now.getTime() + pause);
}
