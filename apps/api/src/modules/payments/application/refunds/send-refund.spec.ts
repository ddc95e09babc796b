import { expect, jest, test } from '@jest/globals';
import { PaymentUnavailable, RefundRefused } from '../../domain/payment-errors.ts';
import { refundBench } from '../../testing/refund-bench.ts';

test('a part is asked for with its amount, everything without one, each once', async () => {
  const part = await refundBench();
  await part.asked();
  await part.send.run('refund-1');
  await part.send.run('refund-1');
  expect([...part.provider.parts]).toEqual([['refund-1', { orderId: part.order.id, amountMinor: 1000 }]]);
  expect(part.order).toMatchObject({ status: 'partially_refunded', refundedMinor: 1000 });
  const whole = await refundBench();
  await whole.asked({ isWhole: true });
  await whole.send.run('refund-1');
  expect([[...whole.provider.refunds], [...whole.provider.parts]]).toEqual([[whole.order.id], []]);
  expect(whole.order).toMatchObject({ status: 'refunded', refundedMinor: 2700 });
  expect(whole.planned().at(-1)).toBe(`${whole.order.id}-staff-refund-refund-1`);
});

test('a refusal for good is stored, and the next attempt gets another number', async () => {
  const bench = await refundBench();
  await bench.asked();
  bench.provider.refusal = 'insufficient_funds';
  await expect(bench.send.run('refund-1')).rejects.toThrow('insufficient_funds');
  expect(await bench.refunds.ofId('refund-1')).toMatchObject({
    state: 'asked',
    tries: 1,
    attemptedAt: null,
    refusal: 'insufficient_funds',
  });
  bench.provider.refusal = null;
  await bench.send.run('refund-1');
  expect((await bench.refunds.ofId('refund-1'))?.state).toBe('done');
});

test('a provider that is away leaves the attempt its number', async () => {
  const bench = await refundBench();
  await bench.asked();
  bench.provider.isDown = true;
  await expect(bench.send.run('refund-1')).rejects.toThrow(RefundRefused);
  expect(await bench.refunds.ofId('refund-1')).toMatchObject({ tries: 0, refusal: 'api_connection_error', attemptedAt: null });
});

test('an answer of another kind is no refusal: the attempt stays at work', async () => {
  const bench = await refundBench();
  await bench.asked();
  bench.provider.refund = () => Promise.reject(new PaymentUnavailable());
  await expect(bench.send.run('refund-1')).rejects.toThrow(PaymentUnavailable);
  expect(await bench.refunds.ofId('refund-1')).toMatchObject({ refusal: null, attemptedAt: bench.clock.now() });
});

test('one attempt is at work at a time', async () => {
  const bench = await refundBench();
  await bench.asked();
  await bench.refunds.begin('refund-1');
  await expect(bench.send.run('refund-1')).rejects.toThrow('another attempt is at work');
  expect([...bench.provider.parts]).toEqual([]);
});

test('one that another process completed between reading and beginning is left alone', async () => {
  const bench = await refundBench();
  await bench.asked();
  bench.refunds.begin = async (id) => {
    await bench.refunds.done(id, 1000);
    return null;
  };
  await bench.send.run('refund-1');
  expect([...bench.provider.parts]).toEqual([]);
});

test('the attempt is renewed while the provider takes long; it is asked with the order’s payment', async () => {
  const bench = await refundBench();
  await bench.asked();
  const calls: unknown[] = [];
  jest.useFakeTimers();
  bench.provider.refund = async (call) => {
    calls.push(call);
    bench.clock.advance(5000);
    await jest.advanceTimersByTimeAsync(3000);
    expect((await bench.refunds.ofId('refund-1'))?.attemptedAt).toEqual(bench.clock.now());
    return 1000;
  };
  await bench.send.run('refund-1').finally(() => jest.useRealTimers());
  expect(calls).toEqual([{ id: 'refund-1', orderId: bench.order.id, intentId: 'intent-1', amountMinor: 1000, attempt: 0 }]);
});

test('of an order that was refunded elsewhere it is done; of one that was charged back it is given up without a mail', async () => {
  const refunded = await refundBench();
  await refunded.asked();
  refunded.order.refundFully(refunded.step);
  await refunded.send.run('refund-1');
  expect([(await refunded.refunds.ofId('refund-1'))?.state, refunded.provider.parts.size]).toEqual(['done', 0]);
  const lost = await refundBench();
  await lost.asked();
  lost.order.dispute(lost.step, 'fraudulent');
  lost.order.chargeBack(lost.step);
  await lost.send.run('refund-1');
  expect([(await lost.refunds.ofId('refund-1'))?.state, lost.provider.parts.size, lost.planned().length]).toEqual(['given-up', 0, 1]);
});

test('what is not there, or of an unpaid order, is an error that names it', async () => {
  const bench = await refundBench('unpaid');
  await expect(bench.send.run('nothing')).rejects.toThrow('There is no refund nothing.');
  await expect(bench.finish.run('nothing', null)).rejects.toThrow('There is no refund nothing.');
  await bench.asked();
  await expect(bench.send.run('refund-1')).rejects.toThrow('There is no refund refund-1.');
  await bench.asked({ id: 'stray', orderId: 'nobody' });
  await expect(bench.send.run('stray')).rejects.toThrow('There is no refund stray.');
  await bench.finish.run('stray', null);
  expect((await bench.refunds.ofId('stray'))?.state).toBe('asked');
});

test('a refund is completed once, by whom it was asked', async () => {
  const bench = await refundBench();
  await bench.asked();
  await bench.finish.run('refund-1', null);
  await bench.finish.run('refund-1', null);
  expect(bench.orders.events).toEqual([
    { orderId: bench.order.id, kind: 'partially_refunded', actor: 'ada', data: { amountMinor: 1000 }, at: bench.clock.now() },
  ]);
});

test('the shop’s own refund ends the wait, is stored under the order’s id, and has a mail of its own', async () => {
  const bench = await refundBench('paid');
  const { order } = bench;
  await bench.stock.reserve(order.id, order.lines, new Date('2026-03-02T12:00:00.000Z'));
  order.waitForKeys(new Date('2026-03-02T12:00:00.000Z'), bench.step);
  await bench.refundPayment.run(order.id);
  await bench.refundPayment.run(order.id);
  const { at } = bench.step;
  expect(bench.orders.events).toMatchObject([
    { kind: 'waiting_ended', actor: 'worker', at },
    { kind: 'refunded', actor: 'worker', at },
  ]);
  expect(bench.keys()).toEqual({ available: 3 });
  expect([...bench.provider.refunds]).toEqual([order.id]);
  expect(bench.mails.planned).toEqual([{ id: `${order.id}-refund-1`, kind: 'refund', about: order.id }]);
  expect(await bench.refunds.ofId(order.id)).toMatchObject({
    orderId: order.id,
    kind: 'pieces',
    pieces: [
      { line: 0, slot: 0 },
      { line: 0, slot: 1 },
      { line: 1, slot: 0 },
    ],
    amountMinor: 2700,
    isWhole: true,
    reason: null,
    keyIds: [],
  });
});

test('the open refund of an order is the one that is sent; an order with keys, or none, has none', async () => {
  const bench = await refundBench('paid');
  await bench.stock.reserve(bench.order.id, bench.order.lines, new Date('2026-03-02T12:00:00.000Z'));
  await bench.asked({ id: 'earlier' });
  await bench.refunds.done('earlier', 1000);
  await bench.asked();
  expect(await bench.cancelBackorder.run(bench.order.id, 'shop')).toBe('refund-1');
  expect([bench.keys(), bench.kinds()]).toEqual([{ reserved: 3 }, []]);
  expect(await (await refundBench()).cancelBackorder.run('order-1', 'shop')).toBeNull();
  expect(await bench.cancelBackorder.run('nobody', 'shop')).toBeNull();
});
