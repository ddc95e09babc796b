import { expect, test } from '@jest/globals';
import { OrderNotFound, TooFewKeys } from '../../../orders/index.ts';
import { RefundAttempted, RefundNotFound, RefundNotOpen } from '../../domain/payment-errors.ts';
import { ada, refundBench } from '../../testing/refund-bench.ts';

const why = { by: ada, reason: 'they kept it' };

test('a refund that the provider has not made is given up: the buyer gets the keys again by a new mail', async () => {
  const bench = await refundBench('fulfilling');
  const { order } = bench;
  await bench.asked({ keyIds: ['KEY-1'] });
  bench.theirs(
    { id: 're_1', refundId: 'refund-1', amountMinor: 1000, failure: 'declined' },
    { id: 're_2', refundId: 'other', amountMinor: 1, failure: null },
  );
  await bench.giveUp.run(order.id, 'refund-1', why);
  expect(await bench.refunds.ofId('refund-1')).toMatchObject({ state: 'given-up', isOpen: false });
  expect(bench.returns.givenBack).toEqual([[order.id, [{ line: 0, slot: 1, productId: 'product-1' }], ['KEY-1']]]);
  expect([...bench.mails.closed]).toEqual([`${order.id}-keys-1`]);
  expect(bench.mails.planned.at(-1)).toEqual({ id: `${order.id}-keys-2`, kind: 'keys', about: order.id });
  expect(bench.orders.events).toEqual([
    { orderId: order.id, kind: 'refund_given_up', actor: 'ada', data: { refundId: 'refund-1', amountMinor: 1000 }, at: bench.clock.now() },
  ]);
  expect(bench.audited).toEqual([
    {
      by: ada,
      action: 'orders.give-up-refund',
      subject: { type: 'order', id: order.id },
      before: { status: 'fulfilling', refundId: 'refund-1', refusal: null },
      after: { status: 'fulfilling', keysGivenBack: 1 },
      reason: 'they kept it',
    },
  ]);
});

test('one that the provider has made is completed instead', async () => {
  const bench = await refundBench();
  await bench.asked();
  bench.theirs({ id: 're_1', refundId: 'refund-1', amountMinor: 1000, failure: null });
  await expect(bench.giveUp.run(bench.order.id, 'refund-1', why)).rejects.toThrow('is made');
  expect((await bench.refunds.ofId('refund-1'))?.state).toBe('done');
  expect(bench.audited).toEqual([]);
});

test('too few keys for the buyer: nothing is given up', async () => {
  const bench = await refundBench();
  bench.returns.hasKeys = false;
  await bench.asked({ keyIds: ['KEY-1'] });
  await expect(bench.giveUp.run(bench.order.id, 'refund-1', why)).rejects.toThrow(TooFewKeys);
});

test('goodwill, and pieces that had no key, give none back and plan no mail', async () => {
  for (const change of [{ kind: 'goodwill', keyIds: ['KEY-1'] } as const]) {
    const bench = await refundBench();
    await bench.asked(change);
    await bench.giveUp.run(bench.order.id, 'refund-1', why);
    expect([bench.returns.givenBack, bench.planned(), bench.kinds()]).toStrictEqual([
      [],
      [`${bench.order.id}-keys-1`],
      ['refund_given_up'],
    ]);
  }
  const bench = await refundBench();
  await bench.asked();
  await bench.giveUp.run(bench.order.id, 'refund-1', why);
  expect([bench.returns.givenBack, bench.planned()]).toEqual([[], [`${bench.order.id}-keys-1`, `${bench.order.id}-keys-2`]]);
});

test('an order without keys is on hold until the staff releases it', async () => {
  const bench = await refundBench('paid');
  await bench.asked({ isWhole: true });
  await bench.giveUp.run(bench.order.id, 'refund-1', why);
  expect(bench.order).toMatchObject({ status: 'on_hold', holdReason: 'refund given up' });
  expect(bench.audited[0]).toMatchObject({ before: { status: 'paid' }, after: { status: 'on_hold', keysGivenBack: 0 } });
  expect(bench.planned()).toEqual([]);
});

test('one that came back is closed; an order that was on hold for it is cancelled', async () => {
  const bench = await refundBench();
  await bench.asked({ isWhole: true, amountMinor: 2700, keyIds: ['KEY-1'] });
  await bench.finish.run('refund-1', null);
  await bench.markFailed.run(bench.order.id, 'refund-1', 'account_closed');
  // Nothing is asked there any more.
  bench.provider.isDown = true;
  await bench.giveUp.run(bench.order.id, 'refund-1', why);
  expect(bench.order.status).toBe('cancelled');
  expect(bench.kinds().slice(-2)).toEqual(['refund_given_up', 'cancelled']);
  expect(await bench.refunds.ofId('refund-1')).toMatchObject({ state: 'failed', isOpen: false });
  expect(bench.audited.at(-1)).toMatchObject({ before: { refusal: 'account_closed' }, after: { keysGivenBack: 0 } });
  expect(bench.returns.givenBack).toEqual([]);
});

test('of an order that goes on, one that came back is closed and nothing else happens', async () => {
  const bench = await refundBench();
  await bench.asked({ keyIds: ['KEY-1'] });
  await bench.finish.run('refund-1', null);
  await bench.markFailed.run(bench.order.id, 'refund-1', 'account_closed');
  const { status } = bench.order;
  await bench.giveUp.run(bench.order.id, 'refund-1', why);
  expect([bench.order.status, bench.kinds().at(-1), bench.returns.givenBack]).toEqual([status, 'refund_given_up', []]);
});

test('a new refund of an order on hold for a bounced one cancels it, too, when it is given up', async () => {
  const bench = await refundBench();
  await bench.asked({ isWhole: true, amountMinor: 2700 });
  await bench.finish.run('refund-1', null);
  await bench.markFailed.run(bench.order.id, 'refund-1', 'account_closed');
  await bench.asked({ id: 'refund-2', isWhole: true, amountMinor: 2700, keyIds: ['KEY-1'] });
  await bench.giveUp.run(bench.order.id, 'refund-2', why);
  expect([bench.order.status, bench.returns.givenBack]).toEqual(['cancelled', []]);
});

test('while an attempt is at work, or has begun meanwhile, nothing is given up; once its lease is over, it is', async () => {
  const bench = await refundBench();
  await bench.asked();
  const before = await bench.refunds.ofId('refund-1');
  await bench.refunds.begin('refund-1');
  await expect(bench.giveUp.run(bench.order.id, 'refund-1', why)).rejects.toThrow(RefundAttempted);
  if (before) await expect(bench.abandon.run(before, why)).rejects.toThrow(RefundAttempted);
  bench.clock.advance(9_999);
  await expect(bench.giveUp.run(bench.order.id, 'refund-1', why)).rejects.toThrow(RefundAttempted);
  bench.clock.advance(1);
  await bench.giveUp.run(bench.order.id, 'refund-1', why);
  expect((await bench.refunds.ofId('refund-1'))?.state).toBe('given-up');
});

test('what is closed, of another order, of an unpaid one or unknown is refused', async () => {
  const bench = await refundBench();
  await bench.asked();
  await bench.refunds.done('refund-1', 1000);
  await expect(bench.giveUp.run(bench.order.id, 'refund-1', why)).rejects.toThrow(RefundNotOpen);
  await expect(bench.giveUp.run('another', 'refund-1', why)).rejects.toThrow(RefundNotFound);
  await expect(bench.giveUp.run(bench.order.id, 'nothing', why)).rejects.toThrow(RefundNotFound);
  await bench.asked({ id: 'stray', orderId: 'nobody' });
  await expect(bench.giveUp.run('nobody', 'stray', why)).rejects.toThrow(RefundNotFound);
  const unpaid = await refundBench('unpaid');
  await unpaid.asked();
  await expect(unpaid.giveUp.run(unpaid.order.id, 'refund-1', why)).rejects.toThrow(RefundNotFound);
  const known = await bench.refunds.ofId('refund-1');
  if (known) await expect(bench.abandon.run({ ...known, orderId: 'gone' }, why)).rejects.toThrow(OrderNotFound);
});

test('a disputed order gets its keys again, but no mail of them', async () => {
  const bench = await refundBench();
  await bench.asked({ keyIds: ['KEY-1'] });
  bench.order.dispute(bench.step, 'fraudulent');
  await bench.giveUp.run(bench.order.id, 'refund-1', why);
  expect([bench.returns.givenBack.length, bench.planned()]).toEqual([1, [`${bench.order.id}-keys-1`]]);
});
