import { expect, jest, test } from '@jest/globals';
import type { Refund } from '../../../orders/index.ts';
import { PaymentUnavailable, RefundAttempted, RefundNotOpen, RefundRefused } from '../../domain/payment-errors.ts';
import { refundFixture } from '../../testing/refund-fixture.ts';

test('a part is asked for with its amount, everything without one, each once', async () => {
  const part = await refundFixture();
  await part.asked();
  expect(await part.send.runForStaff('refund-1')).toBe(1000);
  expect(await part.send.runForStaff('refund-1')).toBe(1000);
  expect([...part.provider.parts]).toEqual([['refund-1', { orderId: part.order.id, amountMinor: 1000 }]]);
  expect(part.order).toMatchObject({ status: 'partially_refunded', refundedMinor: 1000 });
  const whole = await refundFixture();
  await whole.asked({ isWhole: true });
  await whole.send.run('refund-1');
  expect([[...whole.provider.refunds], [...whole.provider.parts]]).toEqual([[whole.order.id], []]);
  expect(whole.order).toMatchObject({ status: 'refunded', refundedMinor: 2700 });
  expect(whole.planned().at(-1)).toBe(`${whole.order.id}-staff-refund-refund-1`);
});

test('a refusal for good is stored, and the next attempt gets another number', async () => {
  const fixture = await refundFixture();
  await fixture.asked();
  fixture.provider.refusal = 'insufficient_funds';
  await expect(fixture.send.run('refund-1')).rejects.toThrow('insufficient_funds');
  expect(await fixture.refunds.ofId('refund-1')).toMatchObject({
    state: 'asked',
    tries: 1,
    attemptedAt: null,
    refusal: 'insufficient_funds',
  });
  fixture.provider.refusal = null;
  await fixture.send.run('refund-1');
  expect((await fixture.refunds.ofId('refund-1'))?.state).toBe('done');
});

test('a provider that is away leaves the attempt its number', async () => {
  const fixture = await refundFixture();
  await fixture.asked();
  fixture.provider.isDown = true;
  await expect(fixture.send.run('refund-1')).rejects.toThrow(RefundRefused);
  expect(await fixture.refunds.ofId('refund-1')).toMatchObject({ tries: 0, refusal: 'api_connection_error', attemptedAt: null });
});

test('an answer of another kind is no refusal: the attempt stays at work', async () => {
  const fixture = await refundFixture();
  await fixture.asked();
  fixture.provider.refund = () => Promise.reject(new PaymentUnavailable());
  await expect(fixture.send.run('refund-1')).rejects.toThrow(PaymentUnavailable);
  expect(await fixture.refunds.ofId('refund-1')).toMatchObject({ refusal: null, attemptedAt: fixture.clock.now() });
});

test('one attempt is at work at a time', async () => {
  const fixture = await refundFixture();
  await fixture.asked();
  await fixture.refunds.begin('refund-1');
  await expect(fixture.send.run('refund-1')).rejects.toThrow('another attempt is at work');
  expect([...fixture.provider.parts]).toEqual([]);
});

test('the answer to an attempt that another one has followed is not taken: the bank may have returned the money', async () => {
  const fixture = await refundFixture();
  await fixture.asked();
  const { refund } = fixture.provider;
  fixture.provider.refund = async (call) => {
    const sentMinor = await refund.call(fixture.provider, call);
    await fixture.refunds.refused(call.id, call.attempt, 'account_closed', true);
    return sentMinor;
  };
  await expect(fixture.send.run('refund-1')).rejects.toThrow('another attempt is at work');
  expect(await fixture.refunds.ofId('refund-1')).toMatchObject({ state: 'asked', tries: 1 });
  fixture.provider.refund = refund;
  expect(await fixture.send.runForStaff('refund-1')).toBe(1000);
});

test('one that another process completed between reading and beginning is left alone', async () => {
  const fixture = await refundFixture();
  await fixture.asked();
  fixture.refunds.begin = async (id) => {
    await fixture.refunds.done(id, 1000);
    return null;
  };
  await fixture.send.run('refund-1');
  expect([...fixture.provider.parts]).toEqual([]);
});

test.each([
  ['a part', {}],
  ['goodwill', { kind: 'goodwill', pieces: [] }],
] as const)('%s that has become the rest while it was under way leaves the buyer no key', async (_, wish) => {
  const { asked, record, order, send, keys, seen } = await refundFixture();
  seen.push({ line: 1, slot: 0 });
  await asked(wish);
  await record.run(order.id, { id: 're_1', refundId: null, amountMinor: 1700, paidMinor: 2700 });
  expect([order.status, keys()]).toEqual(['partially_refunded', { sold: 3 }]);
  await send.run('refund-1');
  expect([order.status, keys()]).toEqual(['refunded', { available: 2, burnt: 1 }]);
});

test('the attempt is renewed while the provider takes long; it is asked with the order’s payment', async () => {
  const fixture = await refundFixture();
  await fixture.asked();
  const calls: unknown[] = [];
  jest.useFakeTimers();
  fixture.provider.refund = async (call) => {
    calls.push(call);
    fixture.clock.advance(5000);
    await jest.advanceTimersByTimeAsync(3000);
    expect((await fixture.refunds.ofId('refund-1'))?.attemptedAt).toEqual(fixture.clock.now());
    return 1000;
  };
  await fixture.send.run('refund-1').finally(() => jest.useRealTimers());
  expect(calls).toEqual([{ id: 'refund-1', orderId: fixture.order.id, intentId: 'intent-1', amountMinor: 1000, attempt: 0 }]);
});

test('staff that asked for a refund which other staff gave up meanwhile is told so', async () => {
  const { asked, refunds, send, provider } = await refundFixture();
  await asked();
  refunds.begin = async (id) => {
    await refunds.giveUp((await refunds.ofId(id)) as Refund);
    return null;
  };
  for (let times = 0; times < 2; times += 1) await expect(send.runForStaff('refund-1')).rejects.toThrow(RefundNotOpen);
  expect(provider.parts.size).toBe(0);
});

test('so is one whose own attempt made it after that, and one of a lost payment where another attempt is at work', async () => {
  const made = await refundFixture();
  await made.asked();
  const { refund } = made.provider;
  made.provider.refund = async (call) => {
    made.refunds.all.set(call.id, { ...((await made.refunds.ofId(call.id)) as Refund), state: 'given-up' });
    return refund.call(made.provider, call);
  };
  await expect(made.send.runForStaff('refund-1')).rejects.toThrow('the provider has made it all the same');
  const lost = await refundFixture();
  await lost.asked();
  lost.order.dispute(lost.step, 'fraudulent');
  lost.order.chargeBack(lost.step);
  lost.refunds.giveUp = async () => false;
  await expect(lost.send.runForStaff('refund-1')).rejects.toThrow(RefundAttempted);
});

test('what is not there, or of an unpaid order, is an error that names it', async () => {
  const fixture = await refundFixture('unpaid');
  await expect(fixture.send.run('nothing')).rejects.toThrow('There is no refund nothing.');
  await expect(fixture.finish.run('nothing', 1000, 0)).rejects.toThrow('There is no refund nothing.');
  await fixture.asked();
  await expect(fixture.send.run('refund-1')).rejects.toThrow('There is no refund refund-1.');
  await fixture.asked({ id: 'stray', orderId: 'nobody' });
  await expect(fixture.send.run('stray')).rejects.toThrow('There is no refund stray.');
  await fixture.finish.run('stray', 1000, 0);
  expect((await fixture.refunds.ofId('stray'))?.state).toBe('asked');
});

test('a refund is completed once, by whom it was asked', async () => {
  const fixture = await refundFixture();
  await fixture.asked();
  await fixture.finish.run('refund-1', 1000, 0);
  await fixture.finish.run('refund-1', 1000, 0);
  expect(fixture.orders.events).toEqual([
    { orderId: fixture.order.id, kind: 'partially_refunded', actor: 'ada', data: { amountMinor: 1000 }, at: fixture.clock.now() },
  ]);
  expect(fixture.planned()).toContain(`${fixture.order.id}-staff-refund-refund-1`);
});

test('a part that the provider made before all else was refunded elsewhere has its own mail, too', async () => {
  const fixture = await refundFixture();
  await fixture.asked();
  await fixture.record.run(fixture.order.id, { id: 're_1', refundId: null, amountMinor: 1700, paidMinor: 2700 });
  await fixture.finish.run('refund-1', 1000, 0);
  const mails = ['keys-1', 'staff-refund-re_1', 'staff-refund-refund-1'];
  expect(fixture.planned()).toEqual(mails.map((name) => `${fixture.order.id}-${name}`));
});

test('a part that goes back late leaves a disputed order disputed, and its dispute is looked at again at once', async () => {
  const fixture = await refundFixture();
  const claimed = async () => (await fixture.orders.takeDisputed(fixture.clock.now(), 10)).length;
  await fixture.asked();
  fixture.order.dispute(fixture.step, 'fraudulent');
  expect([await claimed(), await claimed()]).toEqual([1, 0]);
  await fixture.send.run('refund-1');
  expect(fixture.order).toMatchObject({ status: 'disputed', refundedMinor: 1000 });
  expect(fixture.kinds()).toEqual(['partially_refunded']);
  expect(await claimed()).toBe(1);
  const delivered = await refundFixture();
  const next = jest.spyOn(delivered.orders, 'takeDisputedNext');
  await delivered.asked();
  await delivered.send.run('refund-1');
  expect(next).not.toHaveBeenCalled();
});
