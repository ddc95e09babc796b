/** At most so many pieces of a product for one customer in so many days. */
export interface CustomerLimit {
  readonly pieces: number;
  readonly days: number;
}

export const MOST_LIMIT_PIECES = 10_000;
export const MOST_LIMIT_DAYS = 3650;

const DAY_MS = 86_400_000;

/** From which instant orders count. */
export function countsSince({ days }: CustomerLimit, now: Date): Date {
  return new Date(now.getTime() - days * DAY_MS);
}

/** How many pieces are left of a limit to somebody who has bought some. Without a limit as many as anybody likes. */
export function leftOf(limit: CustomerLimit | null, bought: number): number {
  return limit === null ? Infinity : Math.max(0, limit.pieces - bought);
}
