import type { KeyStock, Wanted } from '../../../stock/index.ts';
import type { Order, OrderEvent, Step } from '../../domain/order.ts';

/** So long suppliers have at least to bring what they are committed to. */
const LEAST_SUPPLY_MS = 3_600_000;
/** So long they have for an order that was on hold. */
export const SUPPLY_MS = 24 * LEAST_SUPPLY_MS;

/**
 * Makes an order a backorder for which suppliers are to bring keys: it waits `waitMs` or, if that is longer, an hour. `left`: its lines
 * without the pieces that were refunded. In the caller's transaction, under the order's lock. Returns its events; null for an order that no
 * supplier is committed to.
 */
export async function waitForSuppliers(
  order: Order,
  stock: KeyStock,
  { left, step, waitMs }: { left: readonly Wanted[]; step: Step; waitMs: number },
): Promise<OrderEvent[] | null> {
  if (!(await stock.isCommitted(order.id))) return null;
  const until = new Date(step.at.getTime() + Math.max(waitMs, LEAST_SUPPLY_MS));
  await stock.wait(order.id, left, until);
  return order.waitForKeys(until, step);
}
