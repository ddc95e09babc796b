import { expect, test } from '@jest/globals';
import type { KeyStock } from '../../../stock/index.ts';
import { orderIn, step } from '../../testing/order-in-state.ts';
import { SUPPLY_MS, waitForSuppliers } from './wait-for-suppliers.ts';

const HOUR = 3_600_000;
const stock = (isCommitted: boolean, calls: unknown[] = []) =>
  ({
    isCommitted: async (id: string) => isCommitted && id === 'order-1',
    wait: async (...call: unknown[]) => void calls.push(call),
  }) as unknown as KeyStock;

test.each([
  ['so long as the shop waits for keys', 5 * HOUR, 5 * HOUR],
  ['for an hour where the shop waits for none', 0, HOUR],
  ['for a day after it was on hold', SUPPLY_MS, 24 * HOUR],
])('an order that a supplier is committed to waits %s', async (_how, waitMs, waits) => {
  const order = orderIn('paid');
  const calls: unknown[] = [];
  const until = new Date(step.at.getTime() + waits);
  const left = [{ productId: 'product-2', quantity: 1 }];
  expect(await waitForSuppliers(order, stock(true, calls), { left, step, waitMs })).toEqual([
    { kind: 'waiting_for_keys', actor: step.actor, data: { until: until.toISOString() }, at: step.at },
  ]);
  expect([calls, order.waitingUntil]).toEqual([[['order-1', left, until]], until]);
});

test('an order that nobody is committed to does not wait', async () => {
  const order = orderIn('paid');
  const calls: unknown[] = [];
  const how = { left: order.lines, step, waitMs: HOUR };
  expect([await waitForSuppliers(order, stock(false, calls), how), calls, order.waitingUntil]).toEqual([null, [], null]);
});
