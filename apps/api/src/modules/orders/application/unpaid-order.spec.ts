import { expect, test } from '@jest/globals';
import { CountingIds, FixedClock, PlainTransaction } from '../../../testing/fakes.ts';
import { InMemoryKeyStock } from '../../stock/testing/in-memory-key-stock.ts';
import { InMemoryOrders } from '../testing/in-memory-orders.ts';
import { orderLine } from '../testing/order-builder.ts';
import type { OrderDraft } from '../domain/order.ts';
import { AwaitTransfer } from './await-transfer.ts';
import { EndUnpaidOrder } from './end-unpaid-order.ts';
import { PlaceOrder } from './place-order.ts';

const MINUTE = 60_000;

/** A shop with two keys. */
async function shop() {
  const clock = new FixedClock();
  const orders = new InMemoryOrders(clock);
  const stock = new InMemoryKeyStock(clock);
  await stock.add([1, 2].map((key) => ({ productId: 'product-1', secret: { kind: 'text', key: `KEY-${key}` } as const })));
  const transaction = new PlainTransaction();
  const until = new Date(clock.now().getTime() + 36 * MINUTE);
  const placing = new PlaceOrder(orders, stock, clock, new CountingIds());
  const draft = { email: 'ada@example.com', currency: 'Eur', expiresAt: until } as OrderDraft;
  const place = (quantity: number) => placing.run({ ...draft, lines: [orderLine({ unitMinor: 1000, quantity })] }, until);
  const placed = async (quantity = 2) => {
    const answer = await place(quantity);
    if ('short' in answer) throw new Error('too few keys');
    return answer.order;
  };
  return {
    clock,
    orders,
    stock,
    until,
    place,
    placed,
    end: new EndUnpaidOrder(orders, stock, transaction, clock),
    awaitTransfer: new AwaitTransfer(orders, stock, transaction, clock),
    free: async () => (await stock.available(['product-1'])).get('product-1'),
  };
}

test('an order is placed with its keys reserved until the given moment', async () => {
  const { placed, orders, clock, free, until } = await shop();
  const order = await placed();
  expect(order).toMatchObject({ id: 'id000000000000000000000001', number: 'K100000002', createdAt: clock.now(), totalMinor: 2000 });
  expect(orders.events).toEqual([
    { orderId: order.id, kind: 'placed', actor: 'buyer', data: { totalMinor: 2000, currency: 'Eur' }, at: clock.now() },
  ]);
  expect(await free()).toBe(0);
  clock.advance(until.getTime() - clock.now().getTime());
  expect(await free()).toBe(2);
});

test('with too few keys no order is placed, and what is left is answered', async () => {
  const { place, orders, free } = await shop();
  expect(await place(3)).toEqual({ short: new Map([['product-1', 2]]) });
  expect([orders.all.size, await free()]).toEqual([0, 2]);
});

test.each(['expired', 'cancelled', 'payment_failed'] as const)('an unpaid order ends as %s once, and its keys are free', async (as) => {
  const { placed, end, orders, free, clock } = await shop();
  const order = await placed();
  const endIt = () => (as === 'cancelled' ? end.cancel(order.id, null, 'somebody') : end.run(order.id, as, 'somebody'));
  await endIt();
  await endIt();
  expect(orders.events.slice(1)).toEqual([{ orderId: order.id, kind: as, actor: 'somebody', data: {}, at: clock.now() }]);
  expect(await free()).toBe(2);
});

test('a paid order, and one that is not there, does not end', async () => {
  const { placed, end, orders, free, clock } = await shop();
  const order = await placed();
  order.pay({ intentId: 'pi_1', provider: 'stripe' }, { at: clock.now(), actor: 'stripe' });
  await end.run(order.id, 'expired', 'somebody');
  await end.run('nobody', 'expired', 'somebody');
  expect([order.status, orders.events.length, await free()]).toEqual(['paid', 1, 0]);
});

test('one whose session was opened meanwhile is left to the provider', async () => {
  const { placed, end, orders, free } = await shop();
  const order = await placed(1);
  await orders.noteSession(order.id, { id: 'cs_1', url: 'https://pay.example' });
  await end.runWithoutSession(order.id, 'buyer');
  await end.cancel(order.id, null, 'ada');
  expect([order.status, await free()]).toEqual(['pending', 1]);
  const other = await placed(1);
  await end.runWithoutSession(other.id, 'buyer');
  expect([other.status, await free()]).toEqual(['expired', 1]);
  await end.cancel(order.id, 'cs_1', 'ada');
  expect(order.status).toBe('cancelled');
});

test('a transfer on its way keeps the keys reserved for fourteen days, and is noted once', async () => {
  const { placed, awaitTransfer, orders, clock, free } = await shop();
  const order = await placed();
  await awaitTransfer.run(order.id, 'stripe');
  await awaitTransfer.run(order.id, 'stripe');
  await awaitTransfer.run('nobody', 'stripe');
  expect(orders.events.slice(1)).toEqual([{ orderId: order.id, kind: 'transfer_started', actor: 'stripe', data: {}, at: clock.now() }]);
  clock.advance(14 * 24 * 60 * MINUTE - 1);
  expect(await free()).toBe(0);
  clock.advance(1);
  expect(await free()).toBe(2);
});
