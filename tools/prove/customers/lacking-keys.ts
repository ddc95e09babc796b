import type { OrderRow } from './books.ts';
import type { KeyHolds } from './key-holds.ts';

/** So long suppliers have at least to bring what was bought, where the shop waits for them at all. */
export const LEAST_SUPPLY_MS = 3_600_000;

/**
 * Whether a paid order may be without its keys until `to`, by what the books say besides the shop's own reason: suppliers alone have some, or
 * it was paid after its session had ended, and others may have had them since. One that was paid in time held them.
 */
export function mayLackKeys({ id, lines, paidAt, isPaidLate, hadKeys }: OrderRow, holds: KeyHolds, to: number): boolean {
  if (hadKeys || paidAt === null) return false;
  return lines.some(
    ({ kinguinId, quantity }) =>
      holds.isSupplied(kinguinId) || (isPaidLate && holds.freeAllTheTime(kinguinId, { from: paidAt, to, but: id }) < quantity),
  );
}

/** Whether the shop may refund it by itself: its keys were gone, and whoever can bring them has had the time for it. */
export function isRefundDue(order: OrderRow, holds: KeyHolds, leastSupplyMs: number): boolean {
  const { lines, paidAt, refundAskedAt, isWaitCutShort } = order;
  if (paidAt === null || refundAskedAt === null || isWaitCutShort) return false;
  const isTooSoon = refundAskedAt - paidAt < leastSupplyMs && lines.some(({ kinguinId }) => holds.isSupplied(kinguinId));
  return !isTooSoon && mayLackKeys(order, holds, refundAskedAt);
}
