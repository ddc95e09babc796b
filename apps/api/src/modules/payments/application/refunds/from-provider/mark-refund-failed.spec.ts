import { expect, jest, test } from '@jest/globals';
import { EVERY_PIECE, refundFixture } from '../../../testing/refund-fixture.ts';

test('a whole refund that comes back takes what it had added off the order: not its own amount, nor what other refunds have sent', async () => {
  const fixture = await refundFixture();
  await fixture.asked({ id: 'part', kind: 'goodwill', pieces: [] });
  await fixture.finish.run('part', 1000, 0);
  await fixture.asked({ isWhole: true, amountMinor: 1700 });
  await fixture.finish.run('refund-1', 1500, 0);
  expect(fixture.order).toMatchObject({ status: 'refunded', refundedMinor: 2700 });
  await fixture.asked({ id: 'open', amountMinor: 100 });
  await fixture.asked({ id: 'lost', kind: 'chargeback', amountMinor: 200 });
  await fixture.refunds.done('lost', 200);
  await fixture.markFailed.run(fixture.order.id, 'refund-1', { reason: 'account_closed', paidMinor: 2700, leftMinor: 0 });
  expect(fixture.order).toMatchObject({ status: 'on_hold', holdReason: 'refund failed', refundedMinor: 1000 });
});

test('one that came back before all was sent is closed, and the order stays refunded: its money has gone back with the other', async () => {
  const { asked, finish, markFailed, order, refunds, planned, kinds } = await refundFixture();
  await asked({ id: 'part', kind: 'goodwill', pieces: [], amountMinor: 100 });
  await finish.run('part', 100, 0);
  await asked({ isWhole: true, amountMinor: 2600 });
  await finish.run('refund-1', 2700, 0);
  const mails = planned().length;
  await markFailed.run(order.id, 'part', { reason: 'account_closed', paidMinor: 2700, leftMinor: 0 });
  expect(order).toMatchObject({ status: 'refunded', refundedMinor: 2700 });
  expect(await refunds.ofId('part')).toMatchObject({ state: 'failed', isOpen: false });
  expect([kinds().at(-1), planned().length]).toEqual(['refund_failed', mails]);
});

test('of a payment that was more than its order, all but what is left has gone back', async () => {
  const { asked, finish, markFailed, order, refunds, planned } = await refundFixture();
  await asked({ id: 'first', kind: 'external', pieces: [], amountMinor: 2700 });
  await finish.run('first', 2700, 0);
  await asked({ isWhole: true, pieces: [], amountMinor: 300 });
  await finish.run('refund-1', 300, 0);
  await markFailed.run(order.id, 'refund-1', { reason: 'account_closed', paidMinor: 3000, leftMinor: 0 });
  expect(order).toMatchObject({ status: 'on_hold', refundedMinor: 2700 });
  expect(await refunds.ofId('refund-1')).toMatchObject({ state: 'failed', isOpen: true });
  expect(planned().at(-1)).toBe(`${order.id}-refund-bounced-refund-1`);
});

test('what one of the whole has counted for a refund that is recorded later is not counted twice', async () => {
  const { asked, finish, markFailed, record, order } = await refundFixture();
  await asked({ id: 'first', kind: 'external', pieces: [], amountMinor: 700 });
  await finish.run('first', 700, 0);
  await asked({ isWhole: true, pieces: EVERY_PIECE, amountMinor: 2000 });
  await finish.run('refund-1', 1993, 0);
  await markFailed.run(order.id, 'first', { reason: 'account_closed', paidMinor: 2700, leftMinor: 0 });
  expect(order).toMatchObject({ status: 'on_hold', refundedMinor: 1993 });
  await record.run(order.id, { id: 're_1', refundId: null, amountMinor: 7, paidMinor: 2700 });
  expect(order.refundedMinor).toBe(2000);
});

test('one of a payment that was charged back counts for nothing, and staff are told', async () => {
  const { asked, refunds, markFailed, order, step, planned } = await refundFixture();
  for (const id of ['lost', 'other']) await asked({ id, kind: 'external', pieces: [], amountMinor: 100 });
  for (const id of ['lost', 'other']) await refunds.done(id, 100);
  order.dispute(step, 'fraudulent');
  order.chargeBack(step);
  await markFailed.run(order.id, 'lost', { reason: 'account_closed', paidMinor: 200, leftMinor: 0 });
  expect(order).toMatchObject({ status: 'charged_back', refundedMinor: 0 });
  expect([(await refunds.ofId('lost'))?.isOpen, planned().at(-1)]).toEqual([true, `${order.id}-refund-bounced-lost`]);
});

test.each([
  ['has not', 700, 'partially_refunded', 700],
  ['has', 2700, 'refunded', 2700],
])(
  'a refund of the rest that %s taken what comes back meanwhile counts for what it has sent',
  async (_, sentMinor, status, refundedMinor) => {
    const { asked, finish, markFailed, order } = await refundFixture();
    await asked({ id: 'first', pieces: EVERY_PIECE.slice(0, 2), amountMinor: 2000 });
    await finish.run('first', 2000, 0);
    await asked({ isWhole: true, pieces: EVERY_PIECE.slice(2), amountMinor: 700 });
    await markFailed.run(order.id, 'first', { reason: 'account_closed', paidMinor: 2700, leftMinor: 0 });
    await finish.run('refund-1', sentMinor, 0);
    expect(order).toMatchObject({ status, refundedMinor });
  },
);

test('where the provider has money left, what refunds are said to have sent does not close it', async () => {
  const { asked, finish, markFailed, order, refunds } = await refundFixture();
  await asked({ isWhole: true, pieces: EVERY_PIECE, amountMinor: 2700 });
  await finish.run('refund-1', 2700, 0);
  // As earlier versions recorded a refund that found nothing left.
  await asked({ id: 'never-made', amountMinor: 2700 });
  await refunds.done('never-made', 2700);
  const failure = { reason: 'account_closed', paidMinor: 2700, leftMinor: 2700 };
  expect(await markFailed.run(order.id, 'refund-1', failure)).toBe(false);
  expect([order.status, (await refunds.ofId('refund-1'))?.state]).toEqual(['refunded', 'done']);
  expect(await markFailed.run(order.id, 'refund-1', { ...failure, isAskedAgain: true })).toBe(true);
  expect(order.status).toBe('on_hold');
  expect((await refunds.ofId('refund-1'))?.isOpen).toBe(true);
});

test('nothing is marked as failed for an order that is gone', async () => {
  const fixture = await refundFixture();
  await fixture.asked();
  await fixture.finish.run('refund-1', 1000, 0);
  const failing = jest.spyOn(fixture.refunds, 'fail');
  await fixture.markFailed.run('nobody', 'refund-1', { reason: 'late', paidMinor: 2700, leftMinor: 0 });
  await fixture.markFailed.run(fixture.order.id, 'nothing', { reason: 'late', paidMinor: 2700, leftMinor: 0 });
  expect(failing).not.toHaveBeenCalled();
  const failure = { reason: 'late', paidMinor: 2700, leftMinor: 0 };
  expect(await fixture.markFailed.run('nobody', 'refund-1', failure)).toBe(true);
  for (let times = 0; times < 2; times += 1) expect(await fixture.markFailed.run(fixture.order.id, 'refund-1', failure)).toBe(true);
});
