import { beforeEach, expect, test } from '@jest/globals';
import { runWorld } from './run-worlds.ts';
import { faultsOf } from './world-checks.ts';
import type { World } from './world.ts';

let world: World;

beforeEach(async () => {
  const outcome = await runWorld({ seed: 10, buyers: 3, kills: 0, badWeather: 0 });
  expect(outcome.faults).toEqual([]);
  world = outcome.world;
});

const orderThatIs = (wanted: string) =>
  [...world.orders.all.values()].find(({ status }) => status === wanted)?.id ?? `no order is ${wanted}`;

const refund = (orderId: string, amountMinor: number) =>
  world.provider.refund({ id: 'another-id', orderId, intentId: `intent-session-${orderId}`, amountMinor, attempt: 0 });

test('a refund that was made under a second id is a fault, even one of nothing', async () => {
  const id = orderThatIs('refunded');
  await refund(id, 0);
  expect(await faultsOf(world)).toEqual([`${id} was refunded 2 times`]);
});

test('more sent back than was paid is a fault', async () => {
  const id = orderThatIs('refunded');
  const paid = await world.provider.received(`intent-session-${id}`);
  await refund(id, paid);
  expect(await faultsOf(world)).toContain(`${id} paid ${paid}, and ${2 * paid} was sent back`);
});

test('a refunded order that got less back than was paid is a fault', async () => {
  const id = orderThatIs('refunded');
  const sent = await world.provider.received(`intent-session-${id}`);
  world.provider.become(`session-${id}`, { amountMinor: sent + 1 });
  expect(await faultsOf(world)).toEqual([`${id} paid ${sent + 1}, and ${sent} was sent back`]);
});

test('a part of its money sent back to an order that was delivered is a fault', async () => {
  const id = orderThatIs('completed');
  await refund(id, 1);
  expect(await faultsOf(world)).toContain(`${id} has its money, and is completed`);
});
