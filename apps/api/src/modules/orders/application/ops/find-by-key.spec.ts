import { expect, test } from '@jest/globals';
import { PlainTransaction } from '../../../../testing/fakes.ts';
import type { Audit, Operator } from '../../../ops/index.ts';
import type { KeyReturns } from '../../../stock/index.ts';
import { FindByKey } from './find-by-key.ts';
import type { OrderFilter, StaffOrder, StaffOrders } from './staff-orders.ts';

const why = { by: { id: 'key-1', name: 'ada', role: 'support' } as unknown as Operator, reason: 'a buyer wrote' };
const order = (id: string, minute: number) => ({ id, createdAt: new Date(Date.UTC(2026, 2, 1, 12, minute)) }) as unknown as StaffOrder;

/** Orders by the fingerprint of a key that they have. */
function finder(ofKeys: Readonly<Record<string, readonly StaffOrder[]>>) {
  const asked: unknown[] = [];
  const audited: unknown[] = [];
  const returns = {
    find: async (secret: unknown) => {
      asked.push(secret);
      return Object.keys(ofKeys).map((keyId) => ({ keyId, fingerprint: Buffer.from(keyId) }));
    },
  } as unknown as KeyReturns;
  const staffOrders = {
    list: async ({ fingerprint }: OrderFilter, window: unknown) => {
      asked.push(window);
      return { orders: ofKeys[String(fingerprint)] ?? [], total: 0 };
    },
  } as unknown as StaffOrders;
  const audit = { record: async (entry: unknown) => void audited.push(entry) } as unknown as Audit;
  return { asked, audited, find: new FindByKey(returns, staffOrders, audit, new PlainTransaction()) };
}

const record = (id: string) => ({ ...why, action: 'orders.find-by-key', subject: { type: 'key', id } });

test('the orders of a key are found, each once, the newest first, and the log says of which keys', async () => {
  const [first, second, third] = [order('a', 1), order('b', 2), order('c', 3)];
  const { asked, audited, find } = finder({ k1: [second, first], k2: [third, second] });
  expect(await find.run('AAAA-BBBB', why)).toEqual([third, second, first]);
  expect(asked).toEqual([{ kind: 'text', key: 'AAAA-BBBB' }, ...Array.from({ length: 2 }, () => ({ offset: 0, limit: 20 }))]);
  expect(audited).toEqual([record('k1'), record('k2')]);
});

test('a search for a key that the shop never had is in the log, too', async () => {
  const { audited, find } = finder({});
  expect(await find.run('AAAA-BBBB', why)).toEqual([]);
  expect(audited).toEqual([record('unknown')]);
});

test('of many orders the newest twenty are shown', async () => {
  const many = Array.from({ length: 21 }, (_, place) => order(String(place), place));
  const { find } = finder({ k1: many.slice(0, 11), k2: many.slice(11) });
  expect((await find.run('AAAA-BBBB', why)).map(({ id }) => id)).toEqual(
    many
      .slice(1)
      .toReversed()
      .map(({ id }) => id),
  );
});
