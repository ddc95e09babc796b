import { setTimeout } from 'node:timers/promises';
import { type Answer, ask, isPassing } from './ask.ts';
import type { Places } from './customer.ts';
import { OPS_KEY } from './stocked-shop.ts';
import type { Told } from './told.ts';

/** Nothing to refund any more, or not now. */
const REFUSALS: ReadonlySet<number> = new Set([404, 409]);

/**
 * Refunds this customer's order, whole or what is named, and notes that it was asked for; tries again what nobody answered, until `isOver`.
 * Answers whether the staff was told that it is done. @throws Error for an answer that the staff must not get
 */
export async function refundByStaff(
  { apis }: Places,
  told: Told,
  isOver: () => boolean = () => false,
  what: object = { everything: true },
): Promise<boolean> {
  const headers = { 'x-ops-key': OPS_KEY };
  for (let attempt = 0; !isOver(); attempt += 1) {
    const api = apis[attempt % apis.length];
    const found = await ask(`${api}/ops/orders?email=${encodeURIComponent(told.email)}`, { headers });
    const number = /"number":"([^"]+)"/.exec(found.body)?.[1];
    if (found.status === 200 && number === undefined) return false;
    // Before the call: its answer may be lost.
    if (found.status === 200) told.refundAskedAfter ??= told.seen.length;
    const answer =
      found.status === 200 ? await ask(`${api}/ops/orders/${number}/refund`, { headers, body: { ...what, reason: 'a campaign' } }) : found;
    if (answer.status === 200) return true;
    if (REFUSALS.has(answer.status)) return false;
    if (!isPassing(answer)) throw unexpected(answer);
    await setTimeout(answer.retryAfterMs);
  }
  return false;
}

/**
 * Records that a supplier has no order of this purchase. Answers whether it is recorded; false: it is not unclear any more, or nobody answered.
 * @throws Error for an answer that the staff must not get
 */
export async function recordNotMadeByStaff({ apis: [api] }: Places, supplier: string, purchase: string): Promise<boolean> {
  const answer = await ask(`${api}/ops/suppliers/${supplier}/purchases/${purchase}/not-made`, {
    headers: { 'x-ops-key': OPS_KEY },
    body: { reason: 'a campaign' },
  });
  if (answer.status === 200) return true;
  if (REFUSALS.has(answer.status) || isPassing(answer)) return false;
  throw unexpected(answer);
}

export function unexpected({ status, body }: Answer): Error {
  return new Error(`The staff got ${status}: ${body.slice(0, 300)}`);
}
