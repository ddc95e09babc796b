import type { OrderEvent } from '../../modules/orders/domain/order.ts';
import { STAFF } from './actors/staff.ts';
import type { World } from './world.ts';

/** What must hold at the end of every world. Returns one sentence for each thing that does not. */
export async function faultsOf(world: World): Promise<string[]> {
  const faults: string[] = [...world.seen];
  const orders = [...world.orders.all.values()];
  const keys = world.stock.keys.all();
  const askedByStaff = [...world.refunds.all.values()].filter(({ askedBy }) => askedBy === STAFF.by.name);
  const refundedByStaff = new Set([...world.refundedAtDashboard, ...askedByStaff.map(({ orderId }) => orderId)]);
  const mailed = new Map<string, Set<string>>();
  for (const { text, messageId } of world.mailer.accepted.filter(({ subject }) => subject === 'keys'))
    for (const { key } of JSON.parse(text) as { key: string }[])
      mailed.set(key, (mailed.get(key) ?? new Set()).add(messageId.replace(/-keys-\d+@.*$/, '')));
  const reusable = new Set(keys.flatMap(({ state, secret }) => (state === 'available' && secret.kind === 'text' ? [secret.key] : [])));
  for (const key of mailed.keys()) if (reusable.has(key)) faults.push(`${key} was mailed and is on sale`);
  for (const [key, buyers] of mailed) if (buyers.size > 1) faults.push(`${key} was mailed to ${[...buyers].join(' and ')}`);

  for (const order of orders) {
    const { id, status } = order;
    const session = world.provider.sessions.get(`session-${id}`);
    const isPaid = session?.outcome === 'paid';
    const paidMinor = isPaid ? session.amountMinor : 0;
    const refunds = await world.provider.refundsOf(`intent-session-${id}`);
    const backMinor = refunds.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
    const pieces = order.lines.reduce((sum, { quantity }) => sum + quantity, 0);
    const sold = keys.filter((key) => key.state === 'sold' && key.orderId === id).length;
    const isRefunded = refunds.length > 0;
    const happened = world.orders.events.filter(({ orderId }) => orderId === id);
    const events = happened.map(({ kind }) => kind);
    const hasMail = world.mailer.accepted.some(({ messageId }) => messageId.startsWith(`${id}-keys-`));
    const isRefusedMail = [...world.mailRows.all.values()].some(
      ({ mail, state }) => mail.about === id && (state === 'refused' || state === 'dead'),
    );
    if (
      !['completed', 'expired', 'cancelled', 'payment_failed', 'refunded', 'on_hold'].includes(status) &&
      !(status === 'fulfilling' && isRefusedMail)
    )
      faults.push(`${id} has ended as ${status}`);
    if (isPaid && !isRefunded && sold !== pieces && status !== 'on_hold')
      faults.push(`${id} was paid, and has ${sold} of ${pieces} keys and no refund`);
    if (isPaid && !isRefunded && !hasMail && status !== 'on_hold' && !isRefusedMail) faults.push(`${id} was paid and has no mail`);
    if (isRefunded && (sold > 0 || (hasMail && !refundedByStaff.has(id)))) faults.push(`${id} has its money and its keys`);
    if ((isRefunded || status === 'refunded') && !refundedByStaff.has(id)) {
      if (events.includes('fulfilling') || !world.stock.lacking.has(id)) faults.push(`${id} was refunded, and the shop had its keys`);
      if (isCutShort(happened)) faults.push(`${id} was refunded before its wait for keys was over`);
    }
    if (isRefunded && status !== 'refunded') faults.push(`${id} has its money, and is ${status}`);
    if (status === 'refunded' && backMinor !== paidMinor) faults.push(`${id} paid ${paidMinor}, and ${backMinor} was sent back`);
    if (refunds.length > 1) faults.push(`${id} was refunded ${refunds.length} times`);
    if (!isPaid && (sold > 0 || hasMail || isRefunded)) faults.push(`${id} was not paid, and got something`);
    if (status === 'on_hold' && !world.tampered.has(session?.id ?? '')) faults.push(`${id} is on hold, and was paid as ordered`);
    if (sold > 0 && sold !== pieces) faults.push(`${id} has ${sold} keys for ${pieces} pieces`);
    const held = keys.filter((key) => key.state === 'reserved' && key.orderId === id).length;
    if (held > 0 && status !== 'on_hold') faults.push(`${id} is ${status} and holds ${held} keys`);
    for (const once of ['paid', 'fulfilling', 'completed', 'refunded'])
      if (events.filter((kind) => kind === once).length > 1) faults.push(`${id} has "${once}" twice in its timeline`);
  }
  const cancelled = new Set(
    [...world.audit.entries.values()].flatMap(({ action, subject }) => (action === 'orders.cancel' ? [subject.id] : [])),
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
    if (new Set(copies.map(({ text }) => text)).size > 1) faults.push(`mail ${id} left with different texts`);
  }
  for (const { id, state } of [...world.mailRows.all.values()].map(({ mail, state }) => ({ id: mail.id, state })))
    if (state === 'waiting' || state === 'sending') faults.push(`mail ${id} is still ${state}`);
  return faults;
}

/** Whether a wait ended while keys might still have come. */
function isCutShort(events: readonly OrderEvent[]): boolean {
  const until = events.findLast(({ kind }) => kind === 'waiting_for_keys')?.data.until;
  return events.some(({ kind, at }) => kind === 'waiting_ended' && at < new Date(String(until)));
}
