import { expect, test } from '@jest/globals';
import { EVERY_PIECE, refundFixture } from '../../../testing/refund-fixture.ts';

const made = (amountMinor: number, change: { id?: string; isRest?: boolean } = {}) => ({
  id: 're_1',
  refundId: null,
  amountMinor,
  isRest: false,
  paidMinor: 2700,
  ...change,
});

test('what is sent again of a refund that came back ends its order as refunded', async () => {
  const { record, markFailed, order, refunds } = await refundFixture();
  await record.run(order.id, made(7));
  await record.run(order.id, made(2693, { id: 're_2', isRest: true }));
  await markFailed.run(order.id, 're_1', { reason: 'account_closed', paidMinor: 2700, leftMinor: 0 });
  expect(order).toMatchObject({ status: 'on_hold', refundedMinor: 2693 });
  await record.run(order.id, made(3, { id: 're_3' }));
  expect(order).toMatchObject({ status: 'on_hold', refundedMinor: 2696 });
  expect((await refunds.ofId('re_1'))?.isOpen).toBe(true);
  await record.run(order.id, made(4, { id: 're_4', isRest: true }));
  expect(order).toMatchObject({ status: 'refunded', refundedMinor: 2700 });
  expect((await refunds.ofId('re_1'))?.isOpen).toBe(false);
});

test('the rest has the keys that were taken for a refund whose place it takes', async () => {
  const { asked, record, order, refunds } = await refundFixture();
  await asked({ id: 'over', keyIds: ['of-one-that-is-done'] });
  await refunds.done('over', 1000);
  await asked({ isWhole: true, amountMinor: 1700, keyIds: ['of-one-that-is-asked'] });
  await record.run(order.id, made(100));
  await record.run(order.id, made(1600, { id: 're_2', isRest: true }));
  expect((await refunds.ofId('re_1'))?.keyIds).toEqual([]);
  const { keyIds = [] } = (await refunds.ofId('re_2')) ?? {};
  expect(keyIds).toContain('of-one-that-is-asked');
  expect(keyIds).not.toContain('of-one-that-is-done');
});

test('what is the rest with all that was recorded since the provider was asked ends the order', async () => {
  const { record, order, refunds } = await refundFixture();
  await record.run(order.id, made(700));
  await record.run(order.id, made(1999, { id: 're_2' }));
  expect([order.status, (await refunds.ofId('re_2'))?.isWhole]).toEqual(['partially_refunded', false]);
  await record.run(order.id, made(1, { id: 're_3' }));
  expect([order.status, (await refunds.ofId('re_3'))?.isWhole]).toEqual(['refunded', true]);
});

test('what was the rest when the provider was asked is not, where the bank has returned another refund since', async () => {
  const { asked, finish, markFailed, record, order } = await refundFixture();
  await asked({ isWhole: true, pieces: EVERY_PIECE, amountMinor: 2700 });
  await finish.run('refund-1', 2693, 0);
  await markFailed.run(order.id, 'refund-1', { reason: 'account_closed', paidMinor: 2700, leftMinor: 0 });
  await record.run(order.id, made(7, { isRest: true }));
  expect(order).toMatchObject({ status: 'on_hold', refundedMinor: 7 });
});
