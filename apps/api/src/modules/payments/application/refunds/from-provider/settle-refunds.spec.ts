import { expect, test } from '@jest/globals';
import type { ProviderRefund } from '../../ports.ts';
import { RefundNotRecorded } from '../../../domain/payment-errors.ts';
import { leftOfPayment } from '../../../domain/left-of-payment.ts';
import { ada, EVERY_PIECE, INTENT, refundFixture } from '../../../testing/refund-fixture.ts';

const theirs = (change: Partial<ProviderRefund> = {}): ProviderRefund => ({
  id: 're_1',
  refundId: 'refund-1',
  amountMinor: 1000,
  failure: null,
  ...change,
});

test('a refund whose answer was lost is completed: order, row and mail', async () => {
  const fixture = await refundFixture();
  await fixture.asked();
  fixture.theirs(theirs());
  // Of no refund that is known it matters what is left.
  fixture.provider.received = () => Promise.reject(new Error('asked for nothing'));
  expect(await fixture.settle.run(INTENT, 'stripe')).toBe('refund made');
  expect(fixture.order).toMatchObject({ status: 'partially_refunded', refundedMinor: 1000 });
  expect((await fixture.refunds.ofId('refund-1'))?.state).toBe('done');
  expect(fixture.mails.planned.at(-1)).toEqual({
    id: `${fixture.order.id}-staff-refund-refund-1`,
    kind: 'staff-refund',
    about: fixture.order.id,
  });
  expect(fixture.orders.events).toEqual([
    { orderId: fixture.order.id, kind: 'partially_refunded', actor: 'ada', data: { amountMinor: 1000 }, at: fixture.clock.now() },
  ]);
  expect(await fixture.settle.run(INTENT, 'stripe')).toBe('refunds agree');
  expect(fixture.planned()).toHaveLength(2);
});

test('a refund that the provider has not made, or whose attempt failed, stays open', async () => {
  const fixture = await refundFixture();
  await fixture.asked();
  fixture.theirs();
  expect(await fixture.settle.run(INTENT, 'stripe')).toBe('refunds agree');
  fixture.theirs(theirs({ failure: 'declined' }));
  expect(await fixture.settle.run(INTENT, 'stripe')).toBe('refunds agree');
  expect([fixture.order.refundedMinor, (await fixture.refunds.ofId('refund-1'))?.state]).toEqual([0, 'asked']);
});

test('a refund that came back is open again for the staff, its buyer learns it once, and the order shows it', async () => {
  const fixture = await refundFixture();
  await fixture.asked();
  await fixture.finish.run('refund-1', 1000, 0);
  fixture.theirs(theirs({ failure: 'account_closed' }));
  expect(await fixture.settle.run(INTENT, 'stripe')).toBe('refund failed');
  expect(await fixture.refunds.ofId('refund-1')).toMatchObject({ state: 'failed', isOpen: true, refusal: 'account_closed' });
  expect(fixture.order.refundedMinor).toBe(0);
  expect(fixture.orders.events.at(-1)).toEqual({
    orderId: fixture.order.id,
    kind: 'refund_failed',
    actor: 'stripe',
    data: { refundId: 'refund-1', amountMinor: 1000, reason: 'account_closed' },
    at: fixture.clock.now(),
  });
  expect(fixture.mails.planned.at(-1)).toEqual({
    id: `${fixture.order.id}-refund-bounced-refund-1`,
    kind: 'refund-bounced',
    about: fixture.order.id,
  });
  expect(await fixture.settle.run(INTENT, 'stripe')).toBe('refunds agree');
  await fixture.markFailed.run(fixture.order.id, 'refund-1', { reason: 'again', paidMinor: 2700, leftMinor: 0 });
  await fixture.markFailed.run('nobody', 'refund-1', { reason: 'again', paidMinor: 2700, leftMinor: 0 });
  await fixture.markFailed.run(fixture.order.id, 'nothing', { reason: 'again', paidMinor: 2700, leftMinor: 0 });
  expect(fixture.kinds().filter((kind) => kind === 'refund_failed')).toHaveLength(1);
});

test('one that came back before its answer was known is sent anew by another attempt, also where the one before has died', async () => {
  const { asked, refunds, provider, settle, send, order, clock } = await refundFixture();
  await asked();
  const attempt = { id: 'refund-1', orderId: order.id, intentId: INTENT, amountMinor: 1000, attempt: 0 };
  await refunds.begin('refund-1');
  await provider.refund(attempt);
  provider.sendBack(INTENT, 'account_closed');
  clock.advance(3_600_000);
  expect(await settle.run(INTENT, 'stripe')).toBe('refunds agree');
  expect(await refunds.ofId('refund-1')).toMatchObject({ state: 'asked', tries: 1, attemptedAt: null, refusal: 'account_closed' });
  expect(await send.runForStaff('refund-1')).toBe(1000);
  expect((await provider.refundsOf(INTENT)).map(({ failure }) => failure)).toEqual([null, 'account_closed']);
});

test('one that came back while all was sent by another refund is closed: the provider is asked again', async () => {
  const { asked, finish, provider, settle, order, refunds } = await refundFixture();
  await asked({ id: 'part', kind: 'goodwill', pieces: [], amountMinor: 100 });
  await finish.run('part', 100, 0);
  await asked({ isWhole: true, pieces: EVERY_PIECE, amountMinor: 2600 });
  const answers = [[theirs({ refundId: 'part', amountMinor: 100, failure: 'account_closed' })]];
  provider.refundsOf = async () => {
    const answer = answers.shift();
    if (!answer) return [theirs({ amountMinor: 2700 })];
    await finish.run('refund-1', 2700, 0);
    return answer;
  };
  expect(await settle.run(INTENT, 'stripe')).toBe('refund failed');
  expect(order.status).toBe('refunded');
  expect(await refunds.ofId('part')).toMatchObject({ state: 'failed', isOpen: false });
});

test('one that came back stays open where the provider still has its money, whatever was recorded', async () => {
  const { asked, finish, provider, settle, order, refunds } = await refundFixture();
  await asked({ isWhole: true, pieces: EVERY_PIECE, amountMinor: 2700 });
  await finish.run('refund-1', 2700, 0);
  await asked({ id: 'never-made', amountMinor: 2700 });
  await refunds.done('never-made', 2700);
  provider.refundsOf = async () => [theirs({ amountMinor: 2700, failure: 'account_closed' })];
  expect(await settle.run(INTENT, 'stripe')).toBe('refund failed');
  expect([order.status, (await refunds.ofId('refund-1'))?.isOpen]).toEqual(['on_hold', true]);
});

test('what the provider said before another attempt followed is not taken: its event is tried again', async () => {
  const { asked, refunds, provider, settle } = await refundFixture();
  await asked();
  provider.refundsOf = async () => {
    await refunds.refused('refund-1', 0, 'account_closed', true);
    return [theirs()];
  };
  await expect(settle.run(INTENT, 'stripe')).rejects.toThrow(RefundNotRecorded);
  expect((await refunds.ofId('refund-1'))?.state).toBe('asked');
});

test('one that comes back while the shop has not recorded it as made is not forgotten: its event is tried again', async () => {
  const fixture = await refundFixture();
  await fixture.asked();
  expect(await fixture.refunds.begin('refund-1')).toBe(0);
  fixture.theirs(theirs({ failure: 'account_closed' }));
  await expect(fixture.settle.run(INTENT, 'stripe')).rejects.toThrow(
    'Refund refund-1 came back, or may have, and is not recorded as made yet.',
  );
  await fixture.finish.run('refund-1', 1000, 0);
  expect(await fixture.settle.run(INTENT, 'stripe')).toBe('refund failed');
  expect([fixture.order.refundedMinor, (await fixture.refunds.ofId('refund-1'))?.state]).toEqual([0, 'failed']);
});

test('one that was recorded as made while the provider was asked is seen to have come back', async () => {
  const fixture = await refundFixture();
  await fixture.asked();
  fixture.provider.refundsOf = async () => {
    await fixture.finish.run('refund-1', 1000, 0);
    return [theirs({ failure: 'account_closed' })];
  };
  expect(await fixture.settle.run(INTENT, 'stripe')).toBe('refund failed');
});

test('an order whose refund came back is on hold where all of it had gone back', async () => {
  const fixture = await refundFixture();
  await fixture.asked({ isWhole: true, amountMinor: 2700 });
  await fixture.finish.run('refund-1', 2700, 0);
  fixture.theirs(theirs({ failure: 'account_closed' }));
  await fixture.settle.run(INTENT, 'stripe');
  expect(fixture.order).toMatchObject({ status: 'on_hold', holdReason: 'refund failed' });
  expect(fixture.kinds().slice(-2)).toEqual(['refund_failed', 'on_hold']);
});

test('a later attempt that was made counts, whichever failed before', async () => {
  const fixture = await refundFixture();
  await fixture.asked();
  await fixture.finish.run('refund-1', 1000, 0);
  fixture.theirs(theirs({ id: 're_3', failure: 'late' }), theirs({ id: 're_2' }), theirs({ failure: 'first' }));
  expect(await fixture.settle.run(INTENT, 'stripe')).toBe('refunds agree');
});

test('a refund that the shop did not make is recorded once, under the provider’s id', async () => {
  const fixture = await refundFixture();
  fixture.theirs(theirs({ refundId: null, amountMinor: 700 }));
  expect(await fixture.settle.run(INTENT, 'stripe')).toBe('refunded elsewhere');
  expect(await fixture.refunds.ofId('re_1')).toMatchObject({
    state: 'done',
    kind: 'pieces',
    pieces: [{ line: 1, slot: 0 }],
    isWhole: false,
  });
  expect(await fixture.settle.run(INTENT, 'stripe')).toBe('refunds agree');
});

test('one that came back is nothing to record, nor is the shop’s own of the whole order', async () => {
  const fixture = await refundFixture();
  fixture.theirs(theirs({ refundId: null, failure: 'declined' }), theirs({ id: 're_2', refundId: fixture.order.id }));
  expect(await fixture.settle.run(INTENT, 'stripe')).toBe('refunds agree');
  expect(fixture.refunds.all.size).toBe(0);
});

test.each([
  ['one', 'refund-1'],
  ['the shop’s own', 'order-1'],
])('%s that was given up here and made there all the same is recorded', async (_whose, id) => {
  const fixture = await refundFixture();
  await fixture.asked({ id });
  const known = await fixture.refunds.ofId(id);
  if (known) await fixture.refunds.giveUp(known);
  fixture.theirs(theirs({ refundId: id, amountMinor: 2700 }));
  expect([await fixture.settle.run(INTENT, 'stripe'), fixture.order.status]).toEqual(['refunded elsewhere', 'refunded']);
});

test('one that was given up here while the provider was asked, and made there, is recorded, and the keys are taken again', async () => {
  const fixture = await refundFixture();
  await fixture.asked({ isWhole: true, amountMinor: 2700 });
  fixture.provider.refundsOf = async () => {
    const known = await fixture.refunds.ofId('refund-1');
    if (known?.isOpen) await fixture.abandon.run(known, { by: ada, reason: 'they kept it' });
    return [theirs({ amountMinor: 2700 })];
  };
  expect(await fixture.settle.run(INTENT, 'stripe')).toBe('refunded elsewhere');
  expect([fixture.order.status, (await fixture.refunds.ofId('refund-1'))?.state]).toEqual(['refunded', 'given-up']);
  expect(fixture.keys()).toEqual({ available: 3 });
  expect(await fixture.settle.run(INTENT, 'stripe')).toBe('refunds agree');
});

test('several are recorded in the order in which they were made, and only the last one may be the rest', async () => {
  const fixture = await refundFixture();
  fixture.theirs(theirs({ id: 're_2', refundId: null, amountMinor: 1700 }), theirs({ refundId: null, amountMinor: 1000 }));
  await fixture.settle.run(INTENT, 'stripe');
  expect([...fixture.refunds.all.values()].map(({ id, isWhole }) => [id, isWhole])).toEqual([
    ['re_1', false],
    ['re_2', true],
  ]);
});

test('what the bank took counts as gone: the rest is smaller by it', async () => {
  const fixture = await refundFixture();
  fixture.provider.disputes.set(INTENT, {
    outcome: 'lost',
    reason: 'fraudulent',
    lost: [{ id: 'dp_1', amountMinor: 2000, currency: 'Eur' }],
  });
  fixture.theirs(theirs({ refundId: null, amountMinor: 700 }));
  await fixture.settle.run(INTENT, 'stripe');
  expect((await fixture.refunds.ofId('re_1'))?.isWhole).toBe(true);
});

test('a payment of no order is named as such', async () => {
  const { settle } = await refundFixture();
  expect(await settle.run('somebody-else', 'stripe')).toBe('payment of no order');
});

test('of several refunds each is brought to its own state', async () => {
  const fixture = await refundFixture();
  await fixture.asked();
  await fixture.asked({ id: 'refund-2', pieces: [{ line: 1, slot: 0 }], amountMinor: 700 });
  fixture.theirs(theirs({ id: 're_2', refundId: 'refund-2', amountMinor: 700 }));
  await fixture.settle.run(INTENT, 'stripe');
  expect([...fixture.refunds.all.values()].map(({ state }) => state)).toEqual(['asked', 'done']);
});

test('one that was done, and of which the provider says nothing, is done', async () => {
  const fixture = await refundFixture();
  await fixture.asked();
  await fixture.finish.run('refund-1', 1000, 0);
  fixture.theirs();
  expect(await fixture.settle.run(INTENT, 'stripe')).toBe('refunds agree');
  expect((await fixture.refunds.ofId('refund-1'))?.state).toBe('done');
});

test('one from the provider’s dashboard that came back is open for the staff, too', async () => {
  const fixture = await refundFixture();
  const fromDashboard = theirs({ refundId: null, amountMinor: 700 });
  fixture.theirs(fromDashboard);
  await fixture.settle.run(INTENT, 'stripe');
  fixture.theirs({ ...fromDashboard, failure: 'account_closed' });
  expect(await fixture.settle.run(INTENT, 'stripe')).toBe('refund failed');
  expect((await fixture.refunds.ofId('re_1'))?.state).toBe('failed');
});

test('left of a payment is what came in, less lost disputes and refunds that have not failed', () => {
  const refunds = [
    { amountMinor: 700, failure: null },
    { amountMinor: 1000, failure: 'declined' },
  ];
  expect(leftOfPayment(2700, [{ amountMinor: 500 }], refunds)).toBe(1500);
});
