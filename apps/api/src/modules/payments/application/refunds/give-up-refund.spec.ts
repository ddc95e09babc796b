import { expect, jest, test } from '@jest/globals';
import { OrderNotFound, TooFewKeys } from '../../../orders/index.ts';
import { RefundAttempted, RefundNotFound, RefundNotOpen } from '../../domain/payment-errors.ts';
import { ada, refundFixture } from '../../testing/refund-fixture.ts';

const why = { by: ada, reason: 'they kept it' };

test('a refund that the provider has not made is given up: the buyer gets the keys again by a new mail', async () => {
  const fixture = await refundFixture('fulfilling');
  const { order } = fixture;
  await fixture.asked({ keyIds: ['KEY-1'] });
  fixture.theirs(
    { id: 're_1', refundId: 'refund-1', amountMinor: 1000, failure: 'declined' },
    { id: 're_2', refundId: 'other', amountMinor: 1, failure: null },
  );
  await fixture.giveUp.run(order.id, 'refund-1', why);
  expect(await fixture.refunds.ofId('refund-1')).toMatchObject({ state: 'given-up', isOpen: false });
  expect(fixture.returns.givenBack).toEqual([[order.id, [{ line: 0, slot: 1, productId: 'product-1' }], ['KEY-1']]]);
  expect([...fixture.mails.closed]).toEqual([`${order.id}-keys-1`]);
  expect(fixture.mails.planned.at(-1)).toEqual({ id: `${order.id}-keys-2`, kind: 'keys', about: order.id });
  expect(fixture.orders.events).toEqual([
    {
      orderId: order.id,
      kind: 'refund_given_up',
      actor: 'ada',
      data: { refundId: 'refund-1', amountMinor: 1000 },
      at: fixture.clock.now(),
    },
  ]);
  expect(fixture.audited).toEqual([
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

test('of an order whose buyer was removed the keys are given back, and no mail is planned', async () => {
  const fixture = await refundFixture();
  Object.assign(fixture.order, { email: 'erased-1@erased.invalid' });
  await fixture.asked({ keyIds: ['KEY-1'] });
  await fixture.giveUp.run(fixture.order.id, 'refund-1', why);
  expect([fixture.returns.givenBack.length, fixture.planned()]).toEqual([1, [`${fixture.order.id}-keys-1`]]);
});

test('one that the provider has made is completed instead', async () => {
  const fixture = await refundFixture();
  await fixture.asked();
  fixture.theirs({ id: 're_1', refundId: 'refund-1', amountMinor: 1000, failure: null });
  await expect(fixture.giveUp.run(fixture.order.id, 'refund-1', why)).rejects.toThrow('is made');
  expect((await fixture.refunds.ofId('refund-1'))?.state).toBe('done');
  expect(fixture.audited).toEqual([]);
});

test('of an order that was refunded at the provider meanwhile no key is given back, and no mail is planned', async () => {
  const fixture = await refundFixture('fulfilling');
  const { order } = fixture;
  await fixture.asked({ isWhole: true, keyIds: ['KEY-1'] });
  fixture.theirs({ id: 're_1', refundId: null, amountMinor: 2700, failure: null });
  await fixture.settle.run(String(order.paymentIntentId), 'stripe');
  const planned = fixture.planned();
  await fixture.giveUp.run(order.id, 'refund-1', why);
  expect([order.status, (await fixture.refunds.ofId('refund-1'))?.state]).toEqual(['refunded', 'given-up']);
  expect([fixture.returns.givenBack, fixture.planned()]).toEqual([[], planned]);
  expect(fixture.audited).toMatchObject([{ after: { status: 'refunded', keysGivenBack: 0 } }]);
});

test.each(['charged_back', 'refunded'] as const)('nor of one that is %s, for whatever', async (status) => {
  const fixture = await refundFixture();
  await fixture.asked({ keyIds: ['KEY-1'] });
  if (status === 'refunded') fixture.order.refundFully(fixture.step);
  else {
    fixture.order.dispute(fixture.step, 'fraudulent');
    fixture.order.chargeBack(fixture.step);
  }
  await fixture.giveUp.run(fixture.order.id, 'refund-1', why);
  expect([fixture.returns.givenBack, (await fixture.refunds.ofId('refund-1'))?.state]).toEqual([[], 'given-up']);
});

test('keys of pieces that another refund has sent back meanwhile stay revoked', async () => {
  const fixture = await refundFixture('fulfilling');
  const both = [
    { line: 0, slot: 0 },
    { line: 0, slot: 1 },
  ];
  await fixture.asked({ pieces: both, amountMinor: 2000, keyIds: ['KEY-0', 'KEY-1'] });
  await fixture.asked({ id: 'refund-2' });
  await fixture.refunds.done('refund-2', 1000);
  await fixture.giveUp.run(fixture.order.id, 'refund-1', why);
  expect(fixture.returns.givenBack).toEqual([[fixture.order.id, [{ line: 0, slot: 0, productId: 'product-1' }], ['KEY-0', 'KEY-1']]]);
  expect(fixture.audited).toMatchObject([{ after: { keysGivenBack: 1 } }]);
});

test('where all of its pieces were sent back in another way meanwhile nothing follows', async () => {
  const fixture = await refundFixture('fulfilling');
  await fixture.asked();
  await fixture.asked({ id: 'refund-2' });
  await fixture.refunds.done('refund-2', 1000);
  const planned = fixture.planned();
  await fixture.giveUp.run(fixture.order.id, 'refund-1', why);
  expect([fixture.returns.givenBack, fixture.planned(), fixture.mails.closed.size]).toEqual([[], planned, 0]);
});

test('but an order that has no keys yet is on hold', async () => {
  const fixture = await refundFixture('paid');
  await fixture.asked();
  await fixture.asked({ id: 'refund-2' });
  await fixture.refunds.done('refund-2', 1000);
  await fixture.giveUp.run(fixture.order.id, 'refund-1', why);
  expect([fixture.order.status, fixture.order.holdReason]).toEqual(['on_hold', 'refund given up']);
});

test('too few keys for the buyer: nothing is given up', async () => {
  const fixture = await refundFixture();
  fixture.returns.hasKeys = false;
  await fixture.asked({ keyIds: ['KEY-1'] });
  await expect(fixture.giveUp.run(fixture.order.id, 'refund-1', why)).rejects.toThrow(TooFewKeys);
});

test('goodwill, and pieces that had no key, give none back and plan no mail', async () => {
  for (const change of [{ kind: 'goodwill', keyIds: ['KEY-1'] } as const]) {
    const fixture = await refundFixture();
    await fixture.asked(change);
    await fixture.giveUp.run(fixture.order.id, 'refund-1', why);
    expect([fixture.returns.givenBack, fixture.planned(), fixture.kinds()]).toStrictEqual([
      [],
      [`${fixture.order.id}-keys-1`],
      ['refund_given_up'],
    ]);
  }
  const fixture = await refundFixture();
  await fixture.asked();
  await fixture.giveUp.run(fixture.order.id, 'refund-1', why);
  expect([fixture.returns.givenBack, fixture.planned()]).toEqual([[], [`${fixture.order.id}-keys-1`, `${fixture.order.id}-keys-2`]]);
});

test('an order without keys is on hold until the staff releases it', async () => {
  const fixture = await refundFixture('paid');
  await fixture.asked({ isWhole: true });
  await fixture.giveUp.run(fixture.order.id, 'refund-1', why);
  expect(fixture.order).toMatchObject({ status: 'on_hold', holdReason: 'refund given up' });
  expect(fixture.audited[0]).toMatchObject({ before: { status: 'paid' }, after: { status: 'on_hold', keysGivenBack: 0 } });
  expect(fixture.planned()).toEqual([]);
});

test('one that came back is closed; an order that was on hold for it is cancelled', async () => {
  const fixture = await refundFixture();
  await fixture.asked({ isWhole: true, amountMinor: 2700, keyIds: ['KEY-1'] });
  await fixture.finish.run('refund-1', 2700, 0);
  await fixture.markFailed.run(fixture.order.id, 'refund-1', { reason: 'account_closed', paidMinor: 2700, leftMinor: 0 });
  // Nothing is asked there any more.
  fixture.provider.isDown = true;
  await fixture.giveUp.run(fixture.order.id, 'refund-1', why);
  expect(fixture.order.status).toBe('cancelled');
  expect(fixture.kinds().slice(-2)).toEqual(['refund_given_up', 'cancelled']);
  expect(await fixture.refunds.ofId('refund-1')).toMatchObject({ state: 'failed', isOpen: false });
  expect(fixture.audited.at(-1)).toMatchObject({ before: { refusal: 'account_closed' }, after: { keysGivenBack: 0 } });
  expect(fixture.returns.givenBack).toEqual([]);
});

test('of an order that is on hold for another reason, one that came back is closed, and staff still decide', async () => {
  const { record, markFailed, giveUp, order, refunds, kinds } = await refundFixture('paid');
  await record.run(order.id, { id: 're_1', refundId: null, amountMinor: 7, paidMinor: 2700 });
  await markFailed.run(order.id, 're_1', { reason: 'account_closed', paidMinor: 2700, leftMinor: 0 });
  await giveUp.run(order.id, 're_1', why);
  expect(order).toMatchObject({ status: 'on_hold', holdReason: 'refunded in part at the provider', refundedMinor: 0 });
  expect([(await refunds.ofId('re_1'))?.isOpen, kinds().at(-1)]).toEqual([false, 'refund_given_up']);
});

test('of an order that goes on, one that came back is closed and nothing else happens', async () => {
  const fixture = await refundFixture();
  await fixture.asked({ keyIds: ['KEY-1'] });
  await fixture.finish.run('refund-1', 1000, 0);
  await fixture.markFailed.run(fixture.order.id, 'refund-1', { reason: 'account_closed', paidMinor: 2700, leftMinor: 0 });
  const { status } = fixture.order;
  await fixture.giveUp.run(fixture.order.id, 'refund-1', why);
  expect([fixture.order.status, fixture.kinds().at(-1), fixture.returns.givenBack]).toEqual([status, 'refund_given_up', []]);
});

test('a new refund of an order on hold for a bounced one cancels it, too, when it is given up', async () => {
  const fixture = await refundFixture();
  await fixture.asked({ isWhole: true, amountMinor: 2700 });
  await fixture.finish.run('refund-1', 2700, 0);
  await fixture.markFailed.run(fixture.order.id, 'refund-1', { reason: 'account_closed', paidMinor: 2700, leftMinor: 0 });
  await fixture.asked({ id: 'refund-2', isWhole: true, amountMinor: 2700, keyIds: ['KEY-1'] });
  await fixture.giveUp.run(fixture.order.id, 'refund-2', why);
  expect([fixture.order.status, fixture.returns.givenBack]).toEqual(['cancelled', []]);
});

test('while an attempt is at work, or has begun meanwhile, nothing is given up; once its lease is over, it is', async () => {
  const fixture = await refundFixture();
  await fixture.asked();
  const before = await fixture.refunds.ofId('refund-1');
  await fixture.refunds.begin('refund-1');
  await expect(fixture.giveUp.run(fixture.order.id, 'refund-1', why)).rejects.toThrow(RefundAttempted);
  if (before) await expect(fixture.abandon.run(before, why)).rejects.toThrow(RefundAttempted);
  fixture.clock.advance(9_999);
  await expect(fixture.giveUp.run(fixture.order.id, 'refund-1', why)).rejects.toThrow(RefundAttempted);
  fixture.clock.advance(1);
  await fixture.giveUp.run(fixture.order.id, 'refund-1', why);
  expect((await fixture.refunds.ofId('refund-1'))?.state).toBe('given-up');
});

test('what is closed, of another order, of an unpaid one or unknown is refused', async () => {
  const fixture = await refundFixture();
  await fixture.asked();
  await fixture.refunds.done('refund-1', 1000);
  await expect(fixture.giveUp.run(fixture.order.id, 'refund-1', why)).rejects.toThrow(RefundNotOpen);
  await expect(fixture.giveUp.run('another', 'refund-1', why)).rejects.toThrow(RefundNotFound);
  await expect(fixture.giveUp.run(fixture.order.id, 'nothing', why)).rejects.toThrow(RefundNotFound);
  await fixture.asked({ id: 'stray', orderId: 'nobody' });
  await expect(fixture.giveUp.run('nobody', 'stray', why)).rejects.toThrow(RefundNotFound);
  const unpaid = await refundFixture('unpaid');
  await unpaid.asked();
  await expect(unpaid.giveUp.run(unpaid.order.id, 'refund-1', why)).rejects.toThrow(RefundNotFound);
  const known = await fixture.refunds.ofId('refund-1');
  if (known) await expect(fixture.abandon.run({ ...known, orderId: 'gone' }, why)).rejects.toThrow(OrderNotFound);
});

test('a disputed order gets its keys again, but no mail of them', async () => {
  const fixture = await refundFixture();
  await fixture.asked({ keyIds: ['KEY-1'] });
  fixture.order.dispute(fixture.step, 'fraudulent');
  await fixture.giveUp.run(fixture.order.id, 'refund-1', why);
  expect([fixture.returns.givenBack.length, fixture.planned()]).toEqual([1, [`${fixture.order.id}-keys-1`]]);
});

test('the dispute of an order whose refund was given up is looked at again at once', async () => {
  const fixture = await refundFixture();
  const claimed = async () => (await fixture.orders.takeDisputed(fixture.clock.now(), 10)).length;
  const next = jest.spyOn(fixture.orders, 'takeDisputedNext');
  for (const id of ['refund-1', 'refund-2']) await fixture.asked({ id });
  await fixture.giveUp.run(fixture.order.id, 'refund-1', why);
  expect(next).not.toHaveBeenCalled();
  fixture.order.dispute(fixture.step, 'fraudulent');
  await claimed();
  await fixture.giveUp.run(fixture.order.id, 'refund-2', why);
  expect(await claimed()).toBe(1);
});

test('one that another attempt has followed since is not known as made, nor given up', async () => {
  const { asked, refunds, provider, giveUp, order } = await refundFixture();
  await asked();
  provider.refundsOf = async () => {
    await refunds.refused('refund-1', 0, 'account_closed', true);
    return [{ id: 're_1', refundId: 'refund-1', amountMinor: 1000, failure: null }];
  };
  await expect(giveUp.run(order.id, 'refund-1', why)).rejects.toThrow(RefundAttempted);
  expect((await refunds.ofId('refund-1'))?.state).toBe('asked');
});

test('of an order that was on hold for it, and is refunded by now, one that came back is closed', async () => {
  const { asked, finish, markFailed, giveUp, refunds, order, step } = await refundFixture();
  await asked({ isWhole: true, amountMinor: 2700 });
  await finish.run('refund-1', 2700, 0);
  await markFailed.run(order.id, 'refund-1', { reason: 'account_closed', paidMinor: 2700, leftMinor: 2700 });
  order.refundFully(step);
  await giveUp.run(order.id, 'refund-1', why);
  expect([order.status, (await refunds.ofId('refund-1'))?.isOpen]).toEqual(['refunded', false]);
});
