import { expect, test } from '@jest/globals';
import { EVERY_PIECE, madeElsewhere, refundFixture } from '../../../testing/refund-fixture.ts';

test('what is sent again of a refund that came back ends its order as refunded', async () => {
  const { record, markFailed, order, refunds } = await refundFixture();
  await record.run(order.id, madeElsewhere(7));
  await record.run(order.id, madeElsewhere(2693, { id: 're_2' }));
  await markFailed.run(order.id, 're_1', { reason: 'account_closed', paidMinor: 2700, leftMinor: 0 });
  expect(order).toMatchObject({ status: 'on_hold', refundedMinor: 2693 });
  await record.run(order.id, madeElsewhere(3, { id: 're_3' }));
  expect(order).toMatchObject({ status: 'on_hold', refundedMinor: 2696 });
  expect((await refunds.ofId('re_1'))?.isOpen).toBe(true);
  await record.run(order.id, madeElsewhere(4, { id: 're_4' }));
  expect(order).toMatchObject({ status: 'refunded', refundedMinor: 2700 });
  expect((await refunds.ofId('re_1'))?.isOpen).toBe(false);
});

test('the rest has the keys that were taken for a refund whose place it takes', async () => {
  const { asked, record, order, refunds } = await refundFixture();
  await asked({ id: 'over', keyIds: ['of-one-that-is-done'] });
  await refunds.done('over', 1000);
  await asked({ isWhole: true, amountMinor: 1700, keyIds: ['of-one-that-is-asked'] });
  await record.run(order.id, madeElsewhere(100));
  await record.run(order.id, madeElsewhere(1600, { id: 're_2' }));
  expect((await refunds.ofId('re_1'))?.keyIds).toEqual([]);
  const { keyIds = [] } = (await refunds.ofId('re_2')) ?? {};
  expect(keyIds).toContain('of-one-that-is-asked');
  expect(keyIds).not.toContain('of-one-that-is-done');
});

test('what is the rest with all that was recorded since the provider was asked ends the order', async () => {
  const { record, order, refunds } = await refundFixture();
  await record.run(order.id, madeElsewhere(700));
  await record.run(order.id, madeElsewhere(1999, { id: 're_2' }));
  expect([order.status, (await refunds.ofId('re_2'))?.isWhole]).toEqual(['partially_refunded', false]);
  await record.run(order.id, madeElsewhere(1, { id: 're_3' }));
  expect([order.status, (await refunds.ofId('re_3'))?.isWhole]).toEqual(['refunded', true]);
});

test('what was the rest when the provider was asked is not, where the bank has returned another refund since', async () => {
  const { asked, finish, markFailed, record, order } = await refundFixture();
  await asked({ isWhole: true, pieces: EVERY_PIECE, amountMinor: 2700 });
  await finish.run('refund-1', 2693, 0);
  await markFailed.run(order.id, 'refund-1', { reason: 'account_closed', paidMinor: 2700, leftMinor: 0 });
  await record.run(order.id, madeElsewhere(7));
  expect(order).toMatchObject({ status: 'on_hold', refundedMinor: 7 });
});
