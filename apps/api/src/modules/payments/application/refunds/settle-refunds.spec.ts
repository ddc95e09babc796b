import { expect, jest, test } from '@jest/globals';
import type { ProviderRefund } from '../ports.ts';
import { leftOfPayment } from '../../domain/left-of-payment.ts';
import { INTENT, refundBench } from '../../testing/refund-bench.ts';

const theirs = (change: Partial<ProviderRefund> = {}): ProviderRefund => ({
  id: 're_1',
  refundId: 'refund-1',
  amountMinor: 1000,
  failure: null,
  ...change,
});

test('a refund whose answer was lost is completed: order, row and mail', async () => {
  const bench = await refundBench();
  await bench.asked();
  bench.theirs(theirs());
  // Of no refund that is known it matters what is left.
  bench.provider.received = () => Promise.reject(new Error('asked for nothing'));
  expect(await bench.settle.run(INTENT, 'stripe')).toBe('refund made');
  expect(bench.order).toMatchObject({ status: 'partially_refunded', refundedMinor: 1000 });
  expect((await bench.refunds.ofId('refund-1'))?.state).toBe('done');
  expect(bench.mails.planned.at(-1)).toEqual({
    id: `${bench.order.id}-staff-refund-refund-1`,
    kind: 'staff-refund',
    about: bench.order.id,
  });
  expect(bench.orders.events).toEqual([
    { orderId: bench.order.id, kind: 'partially_refunded', actor: 'ada', data: { amountMinor: 1000 }, at: bench.clock.now() },
  ]);
  expect(await bench.settle.run(INTENT, 'stripe')).toBe('refunds agree');
  expect(bench.planned()).toHaveLength(2);
});

test('a refund that the provider has not made, or whose attempt failed, stays open', async () => {
  const bench = await refundBench();
  await bench.asked();
  bench.theirs();
  expect(await bench.settle.run(INTENT, 'stripe')).toBe('refunds agree');
  bench.theirs(theirs({ failure: 'declined' }));
  expect(await bench.settle.run(INTENT, 'stripe')).toBe('refunds agree');
  expect([bench.order.refundedMinor, (await bench.refunds.ofId('refund-1'))?.state]).toEqual([0, 'asked']);
});

test('a refund that came back is open again for the staff, its buyer learns it once, and the order shows it', async () => {
  const bench = await refundBench();
  await bench.asked();
  await bench.finish.run('refund-1', null);
  bench.theirs(theirs({ failure: 'account_closed' }));
  expect(await bench.settle.run(INTENT, 'stripe')).toBe('refund failed');
  expect(await bench.refunds.ofId('refund-1')).toMatchObject({ state: 'failed', isOpen: true, refusal: 'account_closed' });
  expect(bench.order.refundedMinor).toBe(0);
  expect(bench.orders.events.at(-1)).toEqual({
    orderId: bench.order.id,
    kind: 'refund_failed',
    actor: 'stripe',
    data: { refundId: 'refund-1', amountMinor: 1000, reason: 'account_closed' },
    at: bench.clock.now(),
  });
  expect(bench.mails.planned.at(-1)).toEqual({
    id: `${bench.order.id}-refund-bounced-refund-1`,
    kind: 'refund-bounced',
    about: bench.order.id,
  });
  expect(await bench.settle.run(INTENT, 'stripe')).toBe('refunds agree');
  await bench.markFailed.run(bench.order.id, 'refund-1', 'again');
  await bench.markFailed.run('nobody', 'refund-1', 'again');
  await bench.markFailed.run(bench.order.id, 'nothing', 'again');
  expect(bench.kinds().filter((kind) => kind === 'refund_failed')).toHaveLength(1);
});

test('one that comes back while the shop has not recorded it as made is not forgotten: its event is tried again', async () => {
  const bench = await refundBench();
  await bench.asked();
  expect(await bench.refunds.begin('refund-1')).toBe(0);
  bench.theirs(theirs({ failure: 'account_closed' }));
  await expect(bench.settle.run(INTENT, 'stripe')).rejects.toThrow('Refund refund-1 came back, and is not recorded as made yet.');
  await bench.finish.run('refund-1', 1000);
  expect(await bench.settle.run(INTENT, 'stripe')).toBe('refund failed');
  expect([bench.order.refundedMinor, (await bench.refunds.ofId('refund-1'))?.state]).toEqual([0, 'failed']);
});

test('one that was recorded as made while the provider was asked is seen to have come back', async () => {
  const bench = await refundBench();
  await bench.asked();
  bench.provider.refundsOf = async () => {
    await bench.finish.run('refund-1', 1000);
    return [theirs({ failure: 'account_closed' })];
  };
  expect(await bench.settle.run(INTENT, 'stripe')).toBe('refund failed');
});

test('an order whose refund came back is on hold where all of it had gone back', async () => {
  const bench = await refundBench();
  await bench.asked({ isWhole: true, amountMinor: 2700 });
  await bench.finish.run('refund-1', null);
  bench.theirs(theirs({ failure: 'account_closed' }));
  await bench.settle.run(INTENT, 'stripe');
  expect(bench.order).toMatchObject({ status: 'on_hold', holdReason: 'refund failed' });
  expect(bench.kinds().slice(-2)).toEqual(['refund_failed', 'on_hold']);
});

test('a later attempt that was made counts, whichever failed before', async () => {
  const bench = await refundBench();
  await bench.asked();
  await bench.finish.run('refund-1', null);
  bench.theirs(theirs({ id: 're_3', failure: 'late' }), theirs({ id: 're_2' }), theirs({ failure: 'first' }));
  expect(await bench.settle.run(INTENT, 'stripe')).toBe('refunds agree');
});

test('a refund that the shop did not make is recorded once, under the provider’s id', async () => {
  const bench = await refundBench();
  bench.theirs(theirs({ refundId: null, amountMinor: 700 }));
  expect(await bench.settle.run(INTENT, 'stripe')).toBe('refunded elsewhere');
  expect(await bench.refunds.ofId('re_1')).toMatchObject({ state: 'done', kind: 'pieces', pieces: [{ line: 1, slot: 0 }], isWhole: false });
  expect(await bench.settle.run(INTENT, 'stripe')).toBe('refunds agree');
});

test('one that came back is nothing to record, nor is the shop’s own of the whole order', async () => {
  const bench = await refundBench();
  bench.theirs(theirs({ refundId: null, failure: 'declined' }), theirs({ id: 're_2', refundId: bench.order.id }));
  expect(await bench.settle.run(INTENT, 'stripe')).toBe('refunds agree');
  expect(bench.refunds.all.size).toBe(0);
});

test('one that was given up here and made there all the same is recorded', async () => {
  const bench = await refundBench();
  await bench.asked();
  const known = await bench.refunds.ofId('refund-1');
  if (known) await bench.refunds.giveUp(known);
  bench.theirs(theirs({ amountMinor: 2700 }));
  expect(await bench.settle.run(INTENT, 'stripe')).toBe('refunded elsewhere');
  expect(bench.order.status).toBe('refunded');
});

test('several are recorded in the order in which they were made, and only the last one may be the rest', async () => {
  const bench = await refundBench();
  bench.theirs(theirs({ id: 're_2', refundId: null, amountMinor: 1700 }), theirs({ refundId: null, amountMinor: 1000 }));
  await bench.settle.run(INTENT, 'stripe');
  expect([...bench.refunds.all.values()].map(({ id, isWhole }) => [id, isWhole])).toEqual([
    ['re_1', false],
    ['re_2', true],
  ]);
});

test('what the bank took counts as gone: the rest is smaller by it', async () => {
  const bench = await refundBench();
  bench.provider.disputes.set(INTENT, {
    outcome: 'lost',
    reason: 'fraudulent',
    lost: [{ id: 'dp_1', amountMinor: 2000, currency: 'Eur' }],
  });
  bench.theirs(theirs({ refundId: null, amountMinor: 700 }));
  await bench.settle.run(INTENT, 'stripe');
  expect((await bench.refunds.ofId('re_1'))?.isWhole).toBe(true);
});

test('a payment of no order is named as such', async () => {
  const { settle } = await refundBench();
  expect(await settle.run('somebody-else', 'stripe')).toBe('payment of no order');
});

test('of several refunds each is brought to its own state', async () => {
  const bench = await refundBench();
  await bench.asked();
  await bench.asked({ id: 'refund-2', pieces: [{ line: 1, slot: 0 }], amountMinor: 700 });
  bench.theirs(theirs({ id: 're_2', refundId: 'refund-2', amountMinor: 700 }));
  await bench.settle.run(INTENT, 'stripe');
  expect([...bench.refunds.all.values()].map(({ state }) => state)).toEqual(['asked', 'done']);
});

test('one that was done, and of which the provider says nothing, is done', async () => {
  const bench = await refundBench();
  await bench.asked();
  await bench.finish.run('refund-1', null);
  bench.theirs();
  expect(await bench.settle.run(INTENT, 'stripe')).toBe('refunds agree');
  expect((await bench.refunds.ofId('refund-1'))?.state).toBe('done');
});

test('one from the provider’s dashboard that came back is open for the staff, too', async () => {
  const bench = await refundBench();
  const fromDashboard = theirs({ refundId: null, amountMinor: 700 });
  bench.theirs(fromDashboard);
  await bench.settle.run(INTENT, 'stripe');
  bench.theirs({ ...fromDashboard, failure: 'account_closed' });
  expect(await bench.settle.run(INTENT, 'stripe')).toBe('refund failed');
  expect((await bench.refunds.ofId('re_1'))?.state).toBe('failed');
});

test('nothing is marked as failed for an order that is gone', async () => {
  const bench = await refundBench();
  await bench.asked();
  await bench.finish.run('refund-1', null);
  const failing = jest.spyOn(bench.refunds, 'fail');
  await bench.markFailed.run('nobody', 'refund-1', 'late');
  await bench.markFailed.run(bench.order.id, 'nothing', 'late');
  expect(failing).not.toHaveBeenCalled();
});

test('left of a payment is what came in, less lost disputes and refunds that have not failed', () => {
  const refunds = [
    { amountMinor: 700, failure: null },
    { amountMinor: 1000, failure: 'declined' },
  ];
  expect(leftOfPayment(2700, [{ amountMinor: 500 }], refunds)).toBe(1500);
});
