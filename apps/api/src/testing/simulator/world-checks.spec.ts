import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { OrderEvent } from '../../modules/orders/domain/order.ts';
import { runWorld } from './run-worlds.ts';
import { faultsOf } from './world-checks.ts';
import type { World } from './world.ts';

let world: World;

beforeEach(async () => {
  const outcome = await runWorld({ seed: 19, buyers: 3, kills: 0, badWeather: 0 });
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

describe('a refund that the staff has not asked for', () => {
  let id: string;
  /** The same without its mail with keys, with these events instead, by nobody's wish. */
  const happened = (...kinds: readonly string[]) => {
    world.refundedByStaff.delete(id);
    const { accepted } = world.mailer;
    accepted.splice(0, accepted.length, ...accepted.filter(({ messageId }) => !messageId.startsWith(`${id}-keys-`)));
    const at = world.clock.now();
    const until = new Date(at.getTime() + 1).toISOString();
    jest.spyOn(world.orders, 'events', 'get').mockReturnValue(
      kinds.map((kind): OrderEvent & { orderId: string } => {
        return { orderId: id, kind, actor: 'worker', data: kind === 'waiting_for_keys' ? { until } : {}, at };
      }),
    );
  };

  beforeEach(() => {
    id = orderThatIs('refunded');
  });

  test.each([
    ['once its delivery has begun', ['paid', 'fulfilling', 'refunded'], true],
    ['of an order that never lacked keys', ['paid', 'refunded'], false],
  ])('is a fault %s', async (_when, kinds, isLacking) => {
    happened(...kinds);
    if (isLacking) world.stock.lacking.add(id);
    expect(await faultsOf(world)).toEqual([`${id} was refunded, and the shop had its keys`]);
  });

  test('is a fault while keys might still come', async () => {
    happened('paid', 'waiting_for_keys', 'waiting_ended', 'refunded');
    world.stock.lacking.add(id);
    expect(await faultsOf(world)).toEqual([`${id} was refunded before its wait for keys was over`]);
  });

  test('is none of an order that lacked keys', async () => {
    happened('paid', 'stock_short', 'refunded');
    world.stock.lacking.add(id);
    expect(await faultsOf(world)).toEqual([]);
  });
});
