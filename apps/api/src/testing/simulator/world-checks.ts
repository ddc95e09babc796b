import { faultsOfOrder } from './order-checks.ts';
import type { World } from './world.ts';

/** Actions of the audit log that may end an order as cancelled. */
const CANCELLING: ReadonlySet<string> = new Set(['orders.cancel', 'orders.give-up-refund']);

/** What must hold at the end of every world. Returns one sentence for each thing that does not. */
export async function faultsOf(world: World): Promise<string[]> {
  const faults: string[] = [...world.seen];
  const orders = [...world.orders.all.values()];
  const keys = world.stock.keys.all();
  const mailed = new Map<string, Set<string>>();
  for (const { text, messageId } of world.mailer.accepted.filter(({ subject }) => subject === 'keys'))
    for (const key of keysIn(text)) mailed.set(key, (mailed.get(key) ?? new Set()).add(messageId.replace(/-keys-\d+@.*$/, '')));
  const reusable = new Set(keys.flatMap(({ state, secret }) => (state === 'available' && secret.kind === 'text' ? [secret.key] : [])));
  for (const key of mailed.keys()) if (reusable.has(key)) faults.push(`${key} was mailed and is on sale`);
  for (const [key, buyers] of mailed) if (buyers.size > 1) faults.push(`${key} was mailed to ${[...buyers].join(' and ')}`);

  for (const order of orders) faults.push(...(await faultsOfOrder(world, order, mailed)));
  const cancelled = new Set(
    [...world.audit.entries.values()].flatMap(({ action, subject }) => (CANCELLING.has(action) ? [subject.id] : [])),
  );
  for (const { id, status } of orders)
    if (status === 'cancelled' && !cancelled.has(id)) faults.push(`${id} is cancelled, and the audit log does not say by whom`);
  for (const { orderId } of world.offers.commitments.values()) {
    const status = world.orders.all.get(orderId)?.status;
    if (status !== 'on_hold') faults.push(`${orderId} is ${status} and is still promised keys`);
  }
  for (const session of world.acknowledged)
    if (!orders.some(({ id }) => session === `session-${id}`)) faults.push(`a buyer was given ${session}, and there is no such order`);
  for (const id of world.acknowledgedEvents.keys())
    if ((world.events.all.get(id)?.outcome ?? null) === null) faults.push(`${id} was acknowledged, and is not stored or never processed`);
  for (const id of world.closedTooEarly) faults.push(`${id} was closed before its payment was taken`);
  if (world.mostOpen > world.limits.mostOpenPerAddress) faults.push(`${world.mostOpen} checkouts of one address were open at once`);
  for (const { subject, text, messageId } of world.mailer.accepted)
    if (subject === 'keys' && text === '[]') faults.push(`mail ${messageId} has no keys`);
  const sent = Map.groupBy(world.mailer.accepted, ({ messageId }) => messageId);
  for (const [id, copies] of sent) {
    if (world.isCalm && copies.length > 1) faults.push(`mail ${id} left ${copies.length} times, though nothing failed`);
    // Whose mailbox drops repeats has the first: keys that were taken back since are missing in the next, and none is new.
    const first = keysIn(copies[0]?.text);
    if (copies.some(({ subject, text }) => subject === 'keys' && [...keysIn(text)].some((key) => !first.has(key))))
      faults.push(`mail ${id} left with different texts`);
  }
  for (const { id, state } of [...world.mailRows.all.values()].map(({ mail, state }) => ({ id: mail.id, state })))
    if (state === 'waiting' || state === 'sending') faults.push(`mail ${id} is still ${state}`);
  return faults;
}

function keysIn(text = '[]'): Set<string> {
  return new Set((JSON.parse(text) as { key: string }[]).map(({ key }) => key));
}
