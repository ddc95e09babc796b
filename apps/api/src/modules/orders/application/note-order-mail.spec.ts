import { expect, test } from '@jest/globals';
import { FixedClock } from '../../../testing/fakes.ts';
import { InMemoryOrders } from '../testing/in-memory-orders.ts';
import { unpaidOrder } from '../testing/order-builder.ts';
import { NoteOrderMail } from './note-order-mail.ts';

async function paidOrder() {
  const clock = new FixedClock();
  const orders = new InMemoryOrders(clock);
  const order = unpaidOrder();
  const step = { at: clock.now(), actor: 'stripe' };
  order.pay({ intentId: 'pi_1', provider: 'stripe' }, step);
  order.beginFulfilment(step);
  await orders.save(order, []);
  const note = (kind: 'keys' | 'refund', as: 'sent' | 'refused' | 'dead' | 'delayed') =>
    new NoteOrderMail(orders, clock).run(order.id, { id: `${order.id}-${kind}-1`, kind }, as);
  return { order, note, kinds: () => orders.events.map(({ kind }) => kind) };
}

test('an order whose keys have left is complete', async () => {
  const { order, note, kinds } = await paidOrder();
  await note('keys', 'sent');
  expect(order.status).toBe('completed');
  expect(kinds()).toEqual(['mail_sent', 'completed']);
});

test('keys that are sent again change nothing but the history', async () => {
  const { order, note, kinds } = await paidOrder();
  await note('keys', 'sent');
  await note('keys', 'sent');
  expect(order.status).toBe('completed');
  expect(kinds()).toEqual(['mail_sent', 'completed', 'mail_sent']);
});

test.each([
  ['keys', 'refused'],
  ['keys', 'delayed'],
  ['keys', 'dead'],
  ['refund', 'sent'],
] as const)('an order is not complete when its mail of %s was %s', async (kind, as) => {
  const { order, note, kinds } = await paidOrder();
  await note(kind, as);
  expect(order.status).toBe('fulfilling');
  expect(kinds()).toEqual([`mail_${as}`]);
});
