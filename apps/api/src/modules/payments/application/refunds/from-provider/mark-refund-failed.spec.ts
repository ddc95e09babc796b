import { expect, jest, test } from '@jest/globals';
import { refundFixture } from '../../../testing/refund-fixture.ts';

test('a whole refund that comes back takes what it had added off the order: not its own amount, nor what other refunds have sent', async () => {
  const fixture = await refundFixture();
  await fixture.asked({ id: 'part', kind: 'goodwill', pieces: [] });
  await fixture.finish.run('part', 1000);
  await fixture.asked({ isWhole: true, amountMinor: 1700 });
  await fixture.finish.run('refund-1', 1500);
  expect(fixture.order).toMatchObject({ status: 'refunded', refundedMinor: 2700 });
  await fixture.asked({ id: 'open', amountMinor: 100 });
  await fixture.asked({ id: 'lost', kind: 'chargeback', amountMinor: 200 });
  await fixture.refunds.done('lost', 200);
  await fixture.markFailed.run(fixture.order.id, 'refund-1', { reason: 'account_closed', paidMinor: 2700 });
  expect(fixture.order).toMatchObject({ status: 'on_hold', holdReason: 'refund failed', refundedMinor: 1000 });
});

test('one that came back before all was sent is closed, and the order stays refunded: its money has gone back with the other', async () => {
  const { asked, finish, markFailed, order, refunds, planned, kinds } = await refundFixture();
  await asked({ id: 'part', kind: 'goodwill', pieces: [], amountMinor: 100 });
  await finish.run('part', 100);
  await asked({ isWhole: true, amountMinor: 2600 });
  await finish.run('refund-1', 2700);
  const mails = planned().length;
  await markFailed.run(order.id, 'part', { reason: 'account_closed', paidMinor: 2700 });
  expect(order).toMatchObject({ status: 'refunded', refundedMinor: 2700 });
  expect(await refunds.ofId('part')).toMatchObject({ state: 'failed', isOpen: false });
  expect([kinds().at(-1), planned().length]).toEqual(['refund_failed', mails]);
});

test('of a payment that was more than its order, all but what is left has gone back', async () => {
  const { asked, finish, markFailed, order, refunds, planned } = await refundFixture();
  await asked({ id: 'first', kind: 'external', pieces: [], amountMinor: 2700 });
  await finish.run('first', 2700);
  await asked({ isWhole: true, pieces: [], amountMinor: 300 });
  await finish.run('refund-1', 300);
  await markFailed.run(order.id, 'refund-1', { reason: 'account_closed', paidMinor: 3000 });
  expect(order).toMatchObject({ status: 'on_hold', refundedMinor: 2700 });
  expect(await refunds.ofId('refund-1')).toMatchObject({ state: 'failed', isOpen: true });
  expect(planned().at(-1)).toBe(`${order.id}-refund-bounced-refund-1`);
});

test('nothing is marked as failed for an order that is gone', async () => {
  const fixture = await refundFixture();
  await fixture.asked();
  await fixture.finish.run('refund-1', 1000);
  const failing = jest.spyOn(fixture.refunds, 'fail');
  await fixture.markFailed.run('nobody', 'refund-1', { reason: 'late', paidMinor: 2700 });
  await fixture.markFailed.run(fixture.order.id, 'nothing', { reason: 'late', paidMinor: 2700 });
  expect(failing).not.toHaveBeenCalled();
});
