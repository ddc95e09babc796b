import { describe, expect, test } from '@jest/globals';
import { PaymentUnavailable, RefundAttempted, RefundNotOpen, RefundNotRecorded, RefundRefused } from '../../domain/payment-errors.ts';
import { ada, EVERY_PIECE, INTENT, refundFixture } from '../../testing/refund-fixture.ts';

test('of an order that was charged back it is given up without a mail', async () => {
  const lost = await refundFixture();
  await lost.asked();
  lost.order.dispute(lost.step, 'fraudulent');
  lost.order.chargeBack(lost.step);
  await expect(lost.send.runForStaff('refund-1')).rejects.toThrow(RefundNotOpen);
  expect([(await lost.refunds.ofId('refund-1'))?.state, lost.provider.parts.size, lost.planned().length]).toEqual(['given-up', 0, 1]);
});

describe('once all was refunded elsewhere', () => {
  async function refundedElsewhere(wish: Parameters<Awaited<ReturnType<typeof refundFixture>>['asked']>[0] = {}) {
    const fixture = await refundFixture();
    await fixture.asked(wish);
    expect(fixture.provider.refundElsewhere(INTENT)).toBe(true);
    return fixture;
  }

  test.each([
    ['a part', {}],
    ['the whole', { isWhole: true, pieces: EVERY_PIECE, amountMinor: 2700 }],
  ])('%s that was asked for is closed as not made, and the other refund is recorded, with one mail', async (_, wish) => {
    const { send, refunds, order, provider, planned, keys } = await refundedElsewhere(wish);
    await expect(send.runForStaff('refund-1')).rejects.toThrow('Nothing can be sent back: it has gone back in another way meanwhile.');
    expect((await refunds.ofOrder(order.id)).map(({ id, state }) => [id, state])).toEqual([
      ['at-dashboard-0', 'done'],
      ['refund-1', 'given-up'],
    ]);
    expect([order.status, order.refundedMinor, provider.parts.size, keys()]).toEqual(['refunded', 2700, 0, { available: 3 }]);
    expect(planned()).toEqual([`${order.id}-keys-1`, `${order.id}-staff-refund-at-dashboard-0`]);
    expect(await send.run('refund-1')).toBe(false);
  });

  test('it is the same where its event was first', async () => {
    const { send, settle, refunds, order, planned } = await refundedElsewhere();
    await settle.run(INTENT, 'stripe');
    expect(await send.run('refund-1')).toBe(false);
    expect([(await refunds.ofId('refund-1'))?.state, planned().length, order.status]).toEqual(['given-up', 2, 'refunded']);
  });

  test('and the bank returns that, there is all to send again', async () => {
    const { send, settle, prepare, order, provider } = await refundedElsewhere({ isWhole: true, pieces: EVERY_PIECE, amountMinor: 2700 });
    expect(await send.run('refund-1')).toBe(false);
    provider.sendBack(INTENT, 'lost_or_stolen_card');
    await settle.run(INTENT, 'stripe');
    expect([order.status, order.refundedMinor]).toEqual(['on_hold', 0]);
    const { refund } = await prepare.run(order.id, null, { by: ada, reason: 'once more' });
    expect(await send.runForStaff(refund.id)).toBe(2700);
    expect([order.status, order.refundedMinor]).toEqual(['refunded', 2700]);
  });

  test('one that the provider had made before is completed', async () => {
    const { asked, provider, send, order, planned } = await refundFixture();
    await asked();
    await provider.refund({ id: 'refund-1', orderId: order.id, intentId: INTENT, amountMinor: 1000, attempt: 0 });
    provider.refundElsewhere(INTENT);
    order.refundFully({ at: new Date(), actor: 'stripe' });
    expect(await send.runForStaff('refund-1')).toBe(1000);
    expect(planned()).toEqual(expect.arrayContaining([`${order.id}-staff-refund-refund-1`]));
  });
});

describe('once nothing is left of a payment, and nothing ends its order', () => {
  /** Of 27 euros 20 were paid, and 20 for two pieces have gone back. */
  async function paidLess(wish: Parameters<Awaited<ReturnType<typeof refundFixture>>['asked']>[0]) {
    const fixture = await refundFixture();
    fixture.provider.become('1', { amountMinor: 2000 });
    await fixture.asked({ id: 'part', pieces: EVERY_PIECE.slice(0, 2), amountMinor: 2000 });
    await fixture.send.run('part');
    await fixture.asked(wish);
    return fixture;
  }

  test.each([
    ['all that is left', { isWhole: true, pieces: EVERY_PIECE.slice(2), amountMinor: 700 }],
    ['a part', { kind: 'goodwill', pieces: [], amountMinor: 100 }],
  ] as const)('%s is refused, each time as an attempt of its own, and staff decide', async (_, wish) => {
    const { send, refunds, order, giveUp } = await paidLess(wish);
    for (const tries of [1, 2]) {
      await expect(send.run('refund-1')).rejects.toThrow(RefundRefused);
      expect(await refunds.ofId('refund-1')).toMatchObject({ state: 'asked', tries, attemptedAt: null, refusal: 'nothing_left' });
    }
    await giveUp.run(order.id, 'refund-1', { by: ada, reason: 'nothing is left' });
    expect([order.status, (await refunds.ofId('refund-1'))?.state]).toEqual(['partially_refunded', 'given-up']);
  });

  test('it is tried again where the provider does not say what took it, or says so too early', async () => {
    const { asked, send, refunds, order, provider, settle } = await refundFixture();
    await asked({ isWhole: true, pieces: EVERY_PIECE, amountMinor: 2700 });
    const { refund } = provider;
    provider.refund = async () => null;
    await expect(send.run('refund-1')).rejects.toThrow('nothing_left');
    for (const error of [new PaymentUnavailable(), new RefundNotRecorded('refund-1')]) {
      settle.run = () => Promise.reject(error);
      await expect(send.run('refund-1')).rejects.toThrow('nothing_left');
    }
    settle.run = () => Promise.reject(new TypeError('a fault'));
    await expect(send.run('refund-1')).rejects.toThrow('a fault');
    expect(await refunds.ofId('refund-1')).toMatchObject({ state: 'asked', tries: 4, attemptedAt: null });
    provider.refund = refund;
    await send.run('refund-1');
    expect(order.status).toBe('refunded');
  });
});

test('where another attempt has begun since, the refund is not given up', async () => {
  const { asked, send, refunds, order, settle, step } = await refundFixture();
  await asked();
  order.refundFully(step);
  const { run } = settle;
  settle.run = async (...given) => {
    await refunds.begin('refund-1');
    return run.apply(settle, given);
  };
  await expect(send.run('refund-1')).rejects.toThrow(RefundAttempted);
  expect((await refunds.ofId('refund-1'))?.state).toBe('asked');
});

test('what the bank has returned is closed with a refund that ends the order, and not with another part', async () => {
  const { asked, finish, markFailed, order, refunds } = await refundFixture();
  await asked({ id: 'part', kind: 'goodwill', pieces: [], amountMinor: 100 });
  await finish.run('part', 100, 0);
  await markFailed.run(order.id, 'part', { reason: 'account_closed', paidMinor: 2700, leftMinor: 2700 });
  await asked({ amountMinor: 1000 });
  await finish.run('refund-1', 1000, 0);
  expect((await refunds.ofId('part'))?.isOpen).toBe(true);
  await asked({ id: 'rest', isWhole: true, amountMinor: 1700 });
  await finish.run('rest', 1700, 0);
  expect([order.status, (await refunds.ofId('part'))?.isOpen]).toEqual(['refunded', false]);
});

test('a refund that was closed meanwhile is not said to be sent', async () => {
  const { asked, send, refunds, order, settle, step } = await refundFixture();
  await asked();
  order.refundFully(step);
  settle.run = async () => {
    await refunds.done('refund-1', 1000);
    return 'refund made';
  };
  expect(await send.run('refund-1')).toBe(false);
});
