const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A call without an answer that takes effect late does so soon, if at all. */
const OF_UNFOUND = [HOUR_MS, DAY_MS];
/** Suppliers refund what they delivered within days, and most say so by a webhook. */
const OF_DELIVERED = [1, 3, 7, 14].map((days) => days * DAY_MS);

/** Whether the order of a purchase in this state is looked for by its reference: the supplier never named it. */
export function isUnfound(state: string): boolean {
  return state === 'refused' || state === 'unclear';
}

/** When the order of a closed purchase is looked at next after now, without a hint about it; null: never. */
export function nextLook(state: string, closedAt: Date, now: Date): Date | null {
  const pauses = isUnfound(state) ? OF_UNFOUND : OF_DELIVERED;
  return pauses.map((pauseMs) => new Date(closedAt.getTime() + pauseMs)).find((at) => at > now) ?? null;
}
