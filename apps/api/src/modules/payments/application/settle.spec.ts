import { expect, test } from '@jest/globals';
import { checkedOut, MINUTE } from '../testing/checked-out-order.ts';

test('a paid session pays the order once, however often it is reported', async () => {
  const { provider, session, settle, order } = await checkedOut();
  provider.become(session.id, { outcome: 'paid' });
  expect(await settle()).toBe('paid');
  expect(await settle()).toBe('already paid');
  expect(order.status).toBe('fulfilling');
});

test('a session of somebody else is closed with a record', async () => {
  const { receive, process, events } = await checkedOut();
  await receive('evt_1', 'checkout.session.completed', 'cs_of_another_shop');
  await process('stripe.evt_1');
  expect(events.all.get('stripe.evt_1')?.outcome).toBe('unknown session');
});

test('an event that is about no session is ignored with a record and costs no job', async () => {
  const { receive, events, outbox } = await checkedOut();
  await receive('evt_1', 'charge.dispute.created', null);
  expect(events.all.get('stripe.evt_1')?.outcome).toBe('ignored');
  expect(outbox.messages).toEqual([]);
});

test('an event that comes twice is stored once and asked for once', async () => {
  const { receive, outbox, events } = await checkedOut();
  await receive('evt_1');
  await receive('evt_1');
  expect(events.all.size).toBe(1);
  expect(outbox.messages.map(({ id }) => id)).toEqual(['event-stripe.evt_1']);
});

test('an event says nothing by itself: "completed" for a session that is still open pays nothing', async () => {
  const { receive, process, order, events } = await checkedOut();
  await receive('evt_1');
  await process('stripe.evt_1');
  expect(order.status).toBe('pending');
  expect(events.all.get('stripe.evt_1')?.outcome).toBe('still open');
});

test('an event whose job was lost is asked for again', async () => {
  const { receive, requeueOverdueJobs, outbox, clock } = await checkedOut();
  await receive('evt_1');
  clock.advance(6 * MINUTE);
  await requeueOverdueJobs();
  expect(outbox.messages).toHaveLength(2);
});

test('a pending bank transfer keeps the keys reserved and delivers nothing until it arrives', async () => {
  const { provider, session, settle, order, clock, free, outbox, stock } = await checkedOut();
  provider.become(session.id, { outcome: 'processing' });
  expect(await settle()).toBe('transfer on its way');
  clock.advance(24 * 60 * MINUTE);
  await stock.releaseLapsed();
  expect(await free()).toBe(0);
  expect(outbox.messages).toEqual([]);
  provider.become(session.id, { outcome: 'paid' });
  expect(await settle()).toBe('paid');
  expect(order.status).toBe('fulfilling');
});

test('a bank transfer that fails gives the keys back', async () => {
  const { provider, session, settle, order, free } = await checkedOut();
  provider.become(session.id, { outcome: 'failed' });
  expect(await settle()).toBe('payment failed');
  expect(order.status).toBe('payment_failed');
  expect(await free()).toBe(1);
});

test('a session that names no order is that of the order which noted it, or of none', async () => {
  const { provider, session, settle, order, orders } = await checkedOut();
  const read = provider.session.bind(provider);
  provider.session = async (id) => {
    const state = await read(id);
    return state && { ...state, orderId: null };
  };
  provider.become(session.id, { outcome: 'expired' });
  expect(await settle()).toBe('expired');
  expect(order.status).toBe('expired');
  orders.all.delete(order.id);
  expect(await settle()).toBe('session of no order');
});

test.each([
  ['its page at the provider', 'intent-1', 'https://pay.example/payments/intent-1'],
  ['none without an id', null, null],
])('an alert of a wrong payment links %s', async (_what, intentId, link) => {
  const { provider, session, settle, alerts } = await checkedOut();
  const read = provider.session.bind(provider);
  provider.session = async (id) => {
    const state = await read(id);
    return state && { ...state, intentId };
  };
  provider.become(session.id, { outcome: 'paid', amountMinor: 1 });
  expect(await settle()).toBe('on hold');
  expect(alerts.raised).toMatchObject([{ link }]);
});
