import { expect, jest, test } from '@jest/globals';
import { FixedClock, RecordingOutbox } from '../../../../testing/fakes.ts';
import type { Order } from '../../domain/order.ts';
import { InMemoryOrders } from '../../testing/in-memory-orders.ts';
import { orderIn, step } from '../../testing/order-in-state.ts';
import { EndExcludedWait } from './end-excluded-wait.ts';

const excluded = { productId: 'product-1', country: 'PL' };

async function ending(order: Order | null) {
  const clock = new FixedClock(step.at.toISOString());
  const orders = new InMemoryOrders(clock);
  if (order) await orders.save(order, []);
  const outbox = new RecordingOutbox();
  const end = new EndExcludedWait(orders, outbox, clock);
  return { clock, orders, outbox, end };
}

function waiting(): Order {
  const order = orderIn('paid');
  order.waitForKeys(new Date(step.at.getTime() + 3_600_000), step);
  return order;
}

test('the refund of an order that waits for what its country excludes is due at once, and its timeline says why', async () => {
  const { clock, orders, outbox, end } = await ending(waiting());
  expect(await orders.refundsDue(clock.now())).toEqual([]);
  await end.run('order-1', excluded);
  await end.run('order-1', excluded);
  expect(await orders.refundsDue(clock.now())).toEqual(['order-1']);
  expect(orders.events).toEqual([{ orderId: 'order-1', kind: 'region_excluded', actor: 'worker', data: excluded, at: clock.now() }]);
  const id = expect.stringMatching(/^refund-order-1-again-/);
  expect(outbox.messages).toEqual([{ queue: 'payments', job: 'refund', id, data: { orderId: 'order-1' } }]);
});

test('its keys may still come before the refund', async () => {
  const { orders, end } = await ending(waiting());
  await end.run('order-1', excluded);
  expect((await orders.ofId('order-1'))?.waitsForKeys()).toBe(true);
});

test.each([
  ['does not wait', orderIn('fulfilling')],
  ['is unknown', null],
])('an order that %s is left alone', async (_what, order) => {
  const { orders, outbox, end } = await ending(order);
  const save = jest.spyOn(orders, 'save');
  await end.run('order-1', excluded);
  expect([save.mock.calls, orders.events, outbox.messages]).toEqual([[], [], []]);
});
