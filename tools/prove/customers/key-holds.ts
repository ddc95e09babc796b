import type { OrderRow } from './books.ts';
import type { Told } from './told.ts';

/** An order of somebody who got no answer was begun at most so long before its row. */
const LONGEST_ANSWER_MS = 60_000;
/** The end of an order is dated before its transaction commits, and its keys are free after that. */
const LONGEST_COMMIT_MS = 5000;

/** So long suppliers have at least to bring what was bought, where the shop waits for them at all. */
export const LEAST_SUPPLY_MS = 3_600_000;

interface Hold {
  readonly order: string;
  readonly from: number;
  readonly to: number;
  readonly quantity: number;
}

/** Which keys orders may have had at which time: counted as if each had held its own from its customer's question on. */
export class KeyHolds {
  private readonly holds = new Map<number, Hold[]>();
  private readonly supply: ReadonlyMap<number, number>;

  /** `supply`: how many keys there were, by kinguinId. */
  constructor(orders: readonly OrderRow[], tolds: readonly Told[], supply: ReadonlyMap<number, number>) {
    this.supply = supply;
    const asked = new Map(tolds.flatMap(({ session, askedAt }) => (session === null ? [] : [[session, askedAt] as const])));
    for (const { id, session, createdAt, endedAt, lines, status } of orders)
      for (const { kinguinId, quantity } of lines) {
        const from = (session === null ? undefined : asked.get(session)) ?? createdAt - LONGEST_ANSWER_MS;
        const to = endedAt !== null && status !== 'completed' && status !== 'paid' ? endedAt + LONGEST_COMMIT_MS : Infinity;
        this.holds.set(kinguinId, [...(this.holds.get(kinguinId) ?? []), { order: id, from, to, quantity }]);
      }
  }

  /** Whether suppliers alone have it. */
  isSupplied(kinguinId: number): boolean {
    return !this.supply.has(kinguinId);
  }

  /** How many keys no order, or none but this one, can have had at any time between. */
  freeAllTheTime(kinguinId: number, { from, to, but }: { readonly from: number; readonly to: number; readonly but?: string }): number {
    const held = (this.holds.get(kinguinId) ?? [])
      .filter((hold) => hold.order !== but && hold.from <= to && hold.to >= from)
      .reduce((sum, hold) => sum + hold.quantity, 0);
    return (this.supply.get(kinguinId) ?? 0) - held;
  }
}

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
