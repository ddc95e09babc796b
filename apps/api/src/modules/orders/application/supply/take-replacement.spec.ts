import { expect, test } from '@jest/globals';
import { FixedClock, RecordingMailOutbox } from '../../../../testing/fakes.ts';
import { REMOVED_BUYERS } from '../../../../shared/removed-buyers.ts';
import type { KeyReturns, OrderKeys } from '../../../stock/index.ts';
import type { Order } from '../../domain/order.ts';
import { BuyerRemoved, NoKeysToSend, NoSuchKeyInOrder, OrderNotFound } from '../../domain/order-errors.ts';
import { InMemoryOrders } from '../../testing/in-memory-orders.ts';
import { orderIn, step } from '../../testing/order-in-state.ts';
import { keysMail } from '../order-mails.ts';
import { TakeReplacement } from './take-replacement.ts';

const place = { line: 0, slot: 1 };
const piece = { ...place, keyId: 'k2' };
const secret = { kind: 'text', key: 'AAAA-BBBB' } as const;
const from = { by: 'ada', seller: 'sandbox', purchase: 'purchase-1' };

async function replacing(order: Order | null, given: Awaited<ReturnType<KeyReturns['replaceBy']>> = { keyId: 'k9' }) {
  const clock = new FixedClock(step.at.toISOString());
  const orders = new InMemoryOrders(clock);
  if (order) await orders.save(order, []);
  const mails = new RecordingMailOutbox(clock);
  const calls: unknown[] = [];
  const returns = { replaceBy: async (...call: unknown[]) => (calls.push(call), given) } as unknown as KeyReturns;
  const orderKeys = {
    of: async (id: string) =>
      id === 'order-1'
        ? [
            { keyId: 'k0', state: 'burnt', piece: place },
            { keyId: 'k1', state: 'sold', piece: { line: 0, slot: 0 } },
            { keyId: 'k2', state: 'sold', piece: place },
            { keyId: 'k3', state: 'burnt', piece: { line: 1, slot: 0 } },
            { keyId: 'k4', state: 'sold', piece: null },
          ]
        : [],
  } as unknown as OrderKeys;
  return { clock, orders, mails, calls, take: new TakeReplacement(orders, returns, orderKeys, mails, clock) };
}

test('the key of a piece is the one that the buyer has now', async () => {
  const order = orderIn('completed');
  const { take } = await replacing(order);
  expect(await take.keyOf('order-1', place)).toEqual({ keyId: 'k2', line: order.lines[0], currency: 'Eur' });
});

test('no key is replaced of an order that is unknown, shows none, has none at this place, or whose buyer was removed', async () => {
  const keyOf = async (order: Order | null, at = place) => (await replacing(order)).take.keyOf('order-1', at);
  await expect(keyOf(null)).rejects.toThrow(OrderNotFound);
  await expect(keyOf(orderIn('refunded'))).rejects.toThrow(NoKeysToSend);
  await expect(keyOf(orderIn('completed'), { line: 1, slot: 0 })).rejects.toThrow(NoSuchKeyInOrder);
  await expect(keyOf(orderIn('completed'), { line: 2, slot: 0 })).rejects.toThrow(NoSuchKeyInOrder);
  const removed = orderIn('completed');
  removed.moveToEmail(`1${REMOVED_BUYERS.erased}`, step.at);
  await expect(keyOf(removed)).rejects.toThrow(BuyerRemoved);
});

test('a key of a line that the order does not have is none', async () => {
  const order = orderIn('completed');
  Object.assign(order, { lines: [] });
  await expect((await replacing(order)).take.keyOf('order-1', place)).rejects.toThrow(NoSuchKeyInOrder);
});

test('another key is wanted while the buyer still has the old one, and may see it', async () => {
  const isWanted = async (order: Order | null, keyId = 'k2') => (await replacing(order)).take.isWanted('order-1', { ...place, keyId });
  expect(await Promise.all([isWanted(orderIn('completed')), isWanted(orderIn('partially_refunded'))])).toEqual([true, true]);
  expect(await Promise.all([isWanted(orderIn('disputed')), isWanted(null), isWanted(orderIn('completed'), 'k0')])).toEqual([
    false,
    false,
    false,
  ]);
});

test('the bought key takes the place of the old one, is mailed as new, and the timeline says where it came from', async () => {
  const { clock, orders, mails, calls, take } = await replacing(orderIn('completed'));
  await mails.plan(keysMail('order-1', 1));
  expect(await take.run('order-1', piece, secret, from)).toEqual({ keyId: 'k9' });
  expect(calls).toEqual([['order-1', piece, secret, 'sandbox']]);
  expect([[...mails.closed], mails.planned.at(-1)?.id]).toEqual([['order-1-keys-1'], 'order-1-keys-2-replaced-1-2']);
  const data = { line: 1, slot: 2, burntKeyId: 'k2', purchase: 'purchase-1' };
  expect(orders.events).toEqual([{ orderId: 'order-1', kind: 'key_replaced', actor: 'ada', data, at: clock.now() }]);
});

test.each([
  ['is unknown', null, undefined, 'gone', 0],
  ['shows no keys any more', orderIn('refunded'), undefined, 'gone', 0],
  ['has another key there', orderIn('completed'), 'no such key', 'gone', 1],
  ['is sold a key that the shop had before', orderIn('completed'), 'known', 'known', 1],
] as const)('nothing changes for an order that %s', async (_what, order, given, answer, asked) => {
  const { orders, mails, calls, take } = await replacing(order, given);
  expect(await take.run('order-1', piece, secret, from)).toBe(answer);
  expect([calls.length, mails.planned, orders.events]).toEqual([asked, [], []]);
});
