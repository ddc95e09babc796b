import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { OrderEvent } from '../../modules/orders/domain/order.ts';
import { forUseCase, replaced } from './planted/broken-ports.ts';
import { PLANTED } from './planted/planted-races.ts';
import { runWorld } from './run-worlds.ts';
import { faultsOf } from './world-checks.ts';
import type { Plant, World } from './world.ts';

let world: World;

beforeEach(async () => {
  const outcome = await runWorld({ seed: 19, buyers: 3, kills: 0, badWeather: 0 });
  expect(outcome.faults).toEqual([]);
  world = outcome.world;
});

const orderThatIs = (wanted: string) =>
  [...world.orders.all.values()].find(({ status }) => status === wanted)?.id ?? `no order is ${wanted}`;

const refund = (id: string, orderId: string, amountMinor: number | null) =>
  world.provider.refund({ id, orderId, intentId: `intent-session-${orderId}`, amountMinor, attempt: 0 });

/** The payment was so much higher. */
const paidMore = async (orderId: string, minor: number) => {
  const amountMinor = (await world.provider.received(`intent-session-${orderId}`)) + minor;
  world.provider.become(`session-${orderId}`, { amountMinor });
  return amountMinor;
};

test('a refund that was made under a second id is a fault', async () => {
  const id = orderThatIs('refunded');
  await paidMore(id, 5);
  await refund('another-id', id, null);
  expect(await faultsOf(world)).toEqual([
    `${id} counts ${world.orders.all.get(id)?.refundedMinor} as sent back, and it was ${await world.provider.received(`intent-session-${id}`)}`,
    `${id} has 0 records of the refund another-id`,
    `${id} was refunded as another-id, which nobody asked for`,
  ]);
});

test('more sent back than was paid is a fault', async () => {
  const id = orderThatIs('refunded');
  const sent = await world.provider.received(`intent-session-${id}`);
  await paidMore(id, -1);
  expect(await faultsOf(world)).toEqual([`${id} paid ${sent - 1}, and ${sent} was sent back`]);
});

test('a refunded order that got less back than was paid is a fault', async () => {
  const id = orderThatIs('refunded');
  const sent = await world.provider.received(`intent-session-${id}`);
  await paidMore(id, 1);
  expect(await faultsOf(world)).toContain(`${id} paid ${sent + 1}, and ${sent} was sent back`);
});

test('a part of its money sent back to an order that was delivered is a fault', async () => {
  const id = orderThatIs('completed');
  await refund('another-id', id, 1);
  const paid = await world.provider.received(`intent-session-${id}`);
  expect(await faultsOf(world)).toContain(`${id} is completed, and 1 of ${paid} was sent back`);
});

test('a delivered order without one of its keys, or without a mail with them, is a fault', async () => {
  const id = orderThatIs('completed');
  const sold = world.stock.keys.all().filter(({ orderId }) => orderId === id);
  const { accepted } = world.mailer;
  accepted.splice(0, accepted.length, ...accepted.filter(({ messageId }) => !messageId.startsWith(`${id}-keys-`)));
  expect(await faultsOf(world)).toEqual(sold.map(({ secret }) => `${id} has ${secret.kind === 'text' && secret.key}, and no mail with it`));
  const [key] = sold;
  if (key) world.stock.keys.change(key, { state: 'burnt' });
  expect(await faultsOf(world)).toContain(`${id} is completed and has ${sold.length - 1} keys for ${sold.length} pieces`);
});

describe('a refund that the staff has not asked for', () => {
  let id: string;
  const askedBy = (name: string) => {
    for (const row of [...world.refunds.all.values()].filter(({ orderId }) => orderId === id))
      world.refunds.all.set(row.id, { ...row, askedBy: name });
  };
  /** The same without its mail with keys, with these events instead, by nobody's wish. */
  const happened = (...kinds: readonly string[]) => {
    askedBy('worker');
    world.refundedAtDashboard.delete(id);
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
    world.stock.lacking.delete(id);
    if (isLacking) world.stock.lacking.add(id);
    expect(await faultsOf(world)).toEqual([`${id} was refunded, and the shop had its keys`]);
  });

  test('is a fault while keys might still come', async () => {
    happened('paid', 'waiting_for_keys', 'waiting_ended', 'refunded');
    world.stock.lacking.add(id);
    expect(await faultsOf(world)).toEqual([`${id} was refunded before its wait for keys was over`]);
  });

  test.each([
    ['the staff has asked for one', () => askedBy('support')],
    ['the staff has sent the money back at the dashboard', () => world.refundedAtDashboard.add(id)],
  ])('is none where %s', async (_where, change) => {
    happened('paid', 'fulfilling', 'refunded');
    change();
    expect(await faultsOf(world)).toEqual([]);
  });

  test('is none of an order that lacked keys', async () => {
    happened('paid', 'stock_short', 'refunded');
    world.stock.lacking.add(id);
    expect(await faultsOf(world)).toEqual([]);
  });
});

test('an order that the staff could not refund is a fault, though the staff wanted to, where the shop refunds it with its keys at hand', async () => {
  const wanted = new Set<string>();
  const refused = (id: string) => wanted.add(id) && null;
  const refusing = forUseCase('PrepareRefund', ({ orders }) => ({
    orders: replaced(orders, { forUpdate: async (id: string) => refused(id) }),
  }));
  const refunding = PLANTED['TakePayment refunds an order whose keys it holds'];
  const plant: Plant = (useCase, ports, one) => refusing(useCase, refunding?.(useCase, ports, one) ?? ports, one);
  const { faults, world: other } = await runWorld({ seed: 19, buyers: 40, kills: 0, badWeather: 0 }, plant);
  const refunded = [...wanted].filter((id) => other.orders.all.get(id)?.status === 'refunded' && !other.refundedAtDashboard.has(id));
  expect(refunded).not.toEqual([]);
  expect(faults).toEqual(expect.arrayContaining(refunded.map((id) => `${id} was refunded, and the shop had its keys`)));
});
