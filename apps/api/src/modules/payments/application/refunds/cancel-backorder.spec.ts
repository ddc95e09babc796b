import { expect, test } from '@jest/globals';
import { ada, EVERY_PIECE, refundFixture } from '../../testing/refund-fixture.ts';

test('the shop’s own refund ends the wait, is stored under the order’s id, and has a mail of its own', async () => {
  const fixture = await refundFixture('paid');
  const { order } = fixture;
  await fixture.stock.reserve(order.id, order.lines, new Date('2026-03-02T12:00:00.000Z'));
  order.waitForKeys(new Date('2026-03-02T12:00:00.000Z'), fixture.step);
  await fixture.refundPayment.run(order.id);
  await fixture.refundPayment.run(order.id);
  const { at } = fixture.step;
  expect(fixture.orders.events).toMatchObject([
    { kind: 'waiting_ended', actor: 'worker', at },
    { kind: 'refunded', actor: 'worker', at },
  ]);
  expect(fixture.keys()).toEqual({ available: 3 });
  expect([...fixture.provider.refunds]).toEqual([order.id]);
  expect(fixture.mails.planned).toEqual([{ id: `${order.id}-refund-1`, kind: 'refund', about: order.id }]);
  expect(await fixture.refunds.ofId(order.id)).toMatchObject({
    orderId: order.id,
    kind: 'pieces',
    pieces: EVERY_PIECE,
    amountMinor: 2700,
    isWhole: true,
    reason: null,
    keyIds: [],
  });
});

test('the open refund of an order is the one that is sent; an order with keys, or none, has none', async () => {
  const fixture = await refundFixture('paid');
  await fixture.stock.reserve(fixture.order.id, fixture.order.lines, new Date('2026-03-02T12:00:00.000Z'));
  await fixture.asked({ id: 'earlier' });
  await fixture.refunds.done('earlier', 1000);
  await fixture.asked();
  expect(await fixture.cancelBackorder.run(fixture.order.id, 'shop')).toBe('refund-1');
  expect([fixture.keys(), fixture.kinds()]).toEqual([{ reserved: 3 }, []]);
  expect(await (await refundFixture()).cancelBackorder.run('order-1', 'shop')).toBeNull();
  expect(await fixture.cancelBackorder.run('nobody', 'shop')).toBeNull();
});

test('a refund by the shop that staff gave up is made under its id where the order waits in vain once more', async () => {
  const fixture = await refundFixture('paid');
  const { order, refunds, provider, step } = fixture;
  const wait = () => order.waitForKeys(new Date('2026-03-02T12:00:00.000Z'), step);
  wait();
  provider.refusal = 'balance_insufficient';
  await expect(fixture.refundPayment.run(order.id)).rejects.toThrow('balance_insufficient');
  await fixture.giveUp.run(order.id, order.id, { by: ada, reason: 'keys are on their way' });
  await fixture.asked();
  await fixture.refunds.done('refund-1', 1000);
  order.refund(1000, step);
  wait();
  fixture.clock.advance(1000);
  expect(await fixture.cancelBackorder.run(order.id, 'shop')).toBe(order.id);
  expect(await refunds.ofId(order.id)).toMatchObject({
    state: 'asked',
    isOpen: true,
    askedAt: fixture.clock.now(),
    askedBy: 'shop',
    tries: 1,
    refusal: null,
    amountMinor: 1700,
    pieces: [
      { line: 0, slot: 0 },
      { line: 1, slot: 0 },
    ],
  });
  provider.refusal = null;
  for (let times = 0; times < 2; times += 1) await fixture.refundPayment.run(order.id);
  expect([order.status, [...provider.refunds], (await refunds.ofId(order.id))?.state]).toEqual(['refunded', [order.id], 'done']);
});

test('a refund by staff that was given up is not the one by the shop', async () => {
  const fixture = await refundFixture('paid');
  const { order, refunds } = fixture;
  await fixture.asked();
  await fixture.giveUp.run(order.id, 'refund-1', { by: ada, reason: 'keys are on their way' });
  order.waitForKeys(new Date('2026-03-02T12:00:00.000Z'), fixture.step);
  expect(await fixture.cancelBackorder.run(order.id, 'shop')).toBe(order.id);
  expect([(await refunds.ofId('refund-1'))?.state, (await refunds.ofId(order.id))?.state]).toEqual(['given-up', 'asked']);
});
