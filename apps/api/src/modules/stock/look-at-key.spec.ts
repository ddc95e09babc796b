import { beforeEach, expect, test } from '@jest/globals';
import type { Throttle } from '../../shared/ports.ts';
import { FixedClock, PlainTransaction, RecordingAlerts } from '../../testing/fakes.ts';
import type { Catalogue } from '../catalog/index.ts';
import type { Audit, Operator, OpsRole } from '../ops/index.ts';
import { KeyInOrder, KeyNotFound, TooManyKeyLooks, TooManyKeysGiven, UnsoldKeyHidden } from './domain/key-errors.ts';
import { StaffKeyLimits } from './application/staff-key-limits.ts';
import type { KeyRecords, KeyState } from './application/key-records.ts';
import { LookAtKey } from './application/look-at-key.ts';
import type { StockChanges } from './application/stock-changes.ts';

interface Seen {
  readonly state: KeyState;
  readonly orderId: string | null;
}

const why = (role: OpsRole) => ({
  by: { keyId: 'op-1', name: 'ada', role, requestId: null, address: null } satisfies Operator,
  reason: 'used',
});
const clock = new FixedClock();

/** What happened, in its order. */
let happened: unknown[];
/** What each reading of the key finds; the last one stays. */
let found: (Seen | null)[];
let isStillFree: boolean;
let secret: { kind: string; key: string } | null;
let wait: number | null;
let alerts: RecordingAlerts;
beforeEach(() => {
  [happened, isStillFree, secret, wait, alerts] = [[], true, { kind: 'text', key: 'KEY-1' }, null, new RecordingAlerts()];
});

const note = (...what: unknown[]) => void happened.push(what);
const records = {
  ofId: async () => {
    const seen = found.length > 1 ? found.shift() : found[0];
    return seen ? { productId: 'product-1', ...seen } : null;
  },
  takeOffSale: async (id: string) => (note('off sale', id), isStillFree),
  markSeen: async (id: string) => note('seen', id),
  open: async (id: string) => (note('open', id), secret),
} as unknown as KeyRecords;
const limits = () =>
  new StaffKeyLimits(
    { hit: async (...hit: unknown[]) => (note('hit', ...hit), wait) } as unknown as Throttle,
    alerts,
    new PlainTransaction(),
    clock,
  );
const look = () =>
  new LookAtKey(
    records,
    { applyTo: async (ids: string[]) => note('stock', ids) } as unknown as StockChanges,
    { lockListings: async (ids: string[]) => note('lock', ids) } as unknown as Catalogue,
    limits(),
    {
      record: async ({ action, subject, after }: { action: string; subject: { type: string; id: string }; after: Seen }) =>
        note(action, `${subject.type} ${subject.id}`, after.state),
    } as unknown as Audit,
    new PlainTransaction(),
  );
const hit = ['hit', 'key looks op-1', 20, 3_600_000, 'account'];

test('a key that is on sale leaves sale under the lock of its listing before an owner sees it', async () => {
  found = [{ state: 'available', orderId: null }];
  expect(await look().run('k1', why('owner'))).toEqual({ kind: 'text', key: 'KEY-1' });
  expect(happened).toEqual([
    hit,
    ['lock', ['product-1']],
    ['off sale', 'k1'],
    ['stock', ['product-1']],
    ['open', 'k1'],
    ['keys.look', 'key k1', 'available'],
  ]);
});

test('support sees what a buyer has, and takes nothing off sale', async () => {
  for (const state of ['sold', 'burnt'] as const) {
    happened = [];
    found = [{ state, orderId: 'o1' }];
    await look().run('k1', why('support'));
    expect(happened).toEqual([hit, ['open', 'k1'], ['keys.look', 'key k1', state]]);
  }
});

test.each(['available', 'reserved', 'quarantined', 'burnt'] as const)('support does not see a key that is %s', async (state) => {
  found = [{ state, orderId: state === 'reserved' ? 'o1' : null }];
  await expect(look().run('k1', why('support'))).rejects.toEqual(new UnsoldKeyHidden());
  expect(happened).toEqual([]);
});

test('support does not see a key that a refund puts back on sale meanwhile', async () => {
  found = [
    { state: 'sold', orderId: 'o1' },
    { state: 'available', orderId: null },
  ];
  await expect(look().run('k1', why('support'))).rejects.toEqual(new UnsoldKeyHidden());
  expect(happened).toEqual([hit]);
});

test('nobody sees a key that is reserved, or gets reserved meanwhile', async () => {
  found = [{ state: 'reserved', orderId: 'o1' }];
  await expect(look().run('k1', why('owner'))).rejects.toEqual(new KeyInOrder('reserved'));
  [found, isStillFree] = [[{ state: 'available', orderId: null }], false];
  await expect(look().run('k1', why('owner'))).rejects.toEqual(new KeyInOrder('reserved'));
  expect(happened.flat()).not.toContain('open');
});

test('an owner sees keys that are burnt or in quarantine, which stay there; that one in quarantine was seen is noted', async () => {
  for (const state of ['quarantined', 'burnt'] as const) {
    happened = [];
    found = [{ state, orderId: null }];
    await look().run('k1', why('owner'));
    expect(happened.flat()).not.toContain('off sale');
    expect(happened.flat().includes('seen')).toBe(state === 'quarantined');
  }
});

test('the 21st look of an hour is refused, and the shop is told once', async () => {
  [found, wait] = [[{ state: 'sold', orderId: 'o1' }], 60];
  for (let time = 0; time < 2; time += 1) await expect(look().run('k1', why('support'))).rejects.toEqual(new TooManyKeyLooks(60));
  expect(happened.flat()).not.toContain('open');
  const hour = clock.now().getTime() / 3_600_000;
  const detail = 'Wanted to see more than 20 keys in an hour, and was refused.';
  expect(alerts.raised).toMatchObject([{ kind: 'key-looks', id: `key looks op-1 ${hour}`, about: 'ada', detail }]);
});

test('the 51st key that one gives out in an hour is refused, counted apart from looks, and the shop is told once', async () => {
  const { by } = why('support');
  await limits().give(by);
  expect([happened, alerts.raised]).toEqual([[['hit', 'keys given op-1', 50, 3_600_000, 'account']], []]);
  wait = 60;
  for (let time = 0; time < 2; time += 1) await expect(limits().give(by)).rejects.toEqual(new TooManyKeysGiven(60));
  const id = `keys given op-1 ${clock.now().getTime() / 3_600_000}`;
  const detail = 'Wanted to replace or redirect keys more than 50 times in an hour, and was refused.';
  expect(alerts.raised).toMatchObject([{ kind: 'key-looks', id, about: 'ada', detail }]);
});

test('an unknown key is none, and is not counted', async () => {
  found = [null];
  await expect(look().run('k1', why('owner'))).rejects.toEqual(new KeyNotFound());
  expect(happened).toEqual([]);
});

test('a key that is gone meanwhile, or cannot be opened, is none', async () => {
  found = [{ state: 'sold', orderId: 'o1' }, null];
  await expect(look().run('k1', why('support'))).rejects.toEqual(new KeyNotFound());
  [found, secret] = [[{ state: 'sold', orderId: 'o1' }], null];
  await expect(look().run('k1', why('support'))).rejects.toEqual(new KeyNotFound());
  expect(happened.flat()).not.toContain('keys.look');
});
