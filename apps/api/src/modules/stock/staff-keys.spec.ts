import { beforeEach, expect, test } from '@jest/globals';
import { FixedClock, PlainTransaction } from '../../testing/fakes.ts';
import type { Catalogue } from '../catalog/index.ts';
import type { Audit, Operator } from '../ops/index.ts';
import {
  KeyGoesBack,
  KeyInOrder,
  KeyNotFound,
  KeyNotQuarantined,
  RecoveryPointAhead,
  SpanReversed,
  UnknownProduct,
  UploadNotFound,
} from './domain/key-errors.ts';
import { BurnKey } from './application/burn-key.ts';
import type { KeyQuarantine } from './application/key-quarantine.ts';
import type { KeyRecords, KeyState } from './application/key-records.ts';
import { QuarantineKeys } from './application/quarantine-keys.ts';
import { ReleaseKeys } from './application/release-keys.ts';
import type { StockChanges } from './application/stock-changes.ts';
import { TakeBackKeys } from './application/take-back-keys.ts';

const by = { id: 'key-1', name: 'ada', role: 'owner' } as unknown as Operator;
const why = { by, reason: 'sold elsewhere' };
const clock = new FixedClock();
const now = clock.now();
const span = { from: new Date(now.getTime() - 2), to: new Date(now.getTime() - 1) };
const counts = { available: 4, quarantined: 3, reserved: 2, sold: 1 };

/** What happened, in its order: locks, changes, and the audit's lines. */
let happened: unknown[];
let states: (KeyState | null)[];
let isDone: boolean;
let released: Awaited<ReturnType<KeyQuarantine['releaseKey']>>;
let burntAndMarked: { burnt: number; marked: number };
let batches: string[][];
beforeEach(() => {
  [happened, states, isDone, released] = [[], ['available'], true, 'released'];
  [burntAndMarked, batches] = [{ burnt: 5, marked: 1 }, [['a', 'b'], ['c']]];
});

const note = (...what: unknown[]) => void happened.push(what);
const records = {
  ofId: async () => {
    const state = states.length > 1 ? states.shift() : states[0];
    return state ? { productId: 'product-1', state, orderId: null } : null;
  },
  burn: async (id: string) => (note('burn', id), isDone),
  burnAdded: async (arrival: unknown) => (note('burn', arrival), burntAndMarked),
  countAdded: async (arrival: unknown) => (note('count', arrival), counts),
  productsOf: async (uploadId: string) => (uploadId === 'upload-1' ? ['product-1', 'product-2'] : []),
} as unknown as KeyRecords;
const quarantine = {
  products: async (after: string, most: number) => (note('after', after, most), batches.shift() ?? []),
  quarantine: async (ids: string[], point: Date) => (
    note('quarantine', ids, point),
    { taken: Math.max(0, ids.length - 1), kept: ids.includes('b') ? 1 : 0 }
  ),
  laterKeys: async (point: Date) => (note('later', point), 9),
  releaseKey: async (id: string) => (note('release', id), released),
  causes: async (ids: string[]) => (note('causes', ids), { restore: 4 * ids.length, upload: 1, look: 0, return: 0, unknown: ids.length }),
  releaseProducts: async (ids: string[], cause: string, newest: number | null) => (
    note('release', ids, cause, newest),
    new Map(ids.map((id) => [id, 2]))
  ),
} as unknown as KeyQuarantine;
const changes = { applyTo: async (ids: string[]) => note('stock', ids) } as unknown as StockChanges;
const known = new Map([
  ['1949', 'product-1'],
  ['2000', 'b'],
]);
const catalogue = {
  lockListings: async (ids: string[]) => note('lock', ids),
  productIds: async (names: string[]) => new Map([...known].filter(([name]) => names.includes(name))),
} as unknown as Catalogue;
const audit = { record: async (entry: object) => note('audit', entry) } as unknown as Audit;
const transaction = new PlainTransaction();

const burn = new BurnKey(records, changes, catalogue, audit, transaction);
const takeBack = new TakeBackKeys(records, changes, catalogue, audit, transaction);
const release = new ReleaseKeys(quarantine, records, catalogue, audit, transaction);
const quarantining = new QuarantineKeys(quarantine, audit, transaction, clock);

test('a key is burnt under the lock of its listing, and that is recorded', async () => {
  await burn.run('k1', why);
  expect(happened).toEqual([
    ['lock', ['product-1']],
    ['burn', 'k1'],
    ['stock', ['product-1']],
    [
      'audit',
      {
        ...why,
        action: 'keys.burn',
        subject: { type: 'key', id: 'k1' },
        before: { state: 'available', productId: 'product-1' },
        after: { state: 'burnt' },
      },
    ],
  ]);
});

test('a burnt key stays burnt without a second record', async () => {
  states = ['available', 'burnt'];
  await burn.run('k1', why);
  expect(happened).toEqual([['lock', ['product-1']]]);
});

test.each([
  ['unknown', [null], new KeyNotFound()],
  ['sold', ['sold'], new KeyInOrder('sold')],
  ['reserved', ['reserved'], new KeyInOrder('reserved')],
  ['gone meanwhile', ['available', null], new KeyInOrder('reserved')],
] as [string, (KeyState | null)[], Error][])('a key that is %s is not burnt, and nothing is recorded', async (_, seen, error) => {
  states = seen;
  isDone = false;
  await expect(burn.run('k1', why)).rejects.toEqual(error);
  expect(happened.flat()).not.toContain('audit');
});

test('keys of a bad upload are burnt under the locks of its products; a dry run counts alone', async () => {
  expect(await takeBack.upload('upload-1', { ...why, isDryRun: true })).toEqual({ burnt: 7, reserved: 2, sold: 1 });
  expect(happened).toEqual([['count', { uploadId: 'upload-1' }]]);
  happened = [];
  expect(await takeBack.upload('upload-1', { ...why, isDryRun: false })).toEqual({ burnt: 5, reserved: 2, sold: 1 });
  expect(happened).toEqual([
    ['lock', ['product-1', 'product-2']],
    ['burn', { uploadId: 'upload-1' }],
    ['count', { uploadId: 'upload-1' }],
    ['stock', ['product-1', 'product-2']],
    ['audit', { ...why, action: 'keys.burn', subject: { type: 'upload', id: 'upload-1' }, after: { burnt: 5, marked: 1 } }],
  ]);
  await expect(takeBack.upload('upload-2', { ...why, isDryRun: false })).rejects.toEqual(new UploadNotFound());
});

test('keys that came in within a time are burnt, and the record says which time', async () => {
  expect(await takeBack.run('1949', span, { ...why, isDryRun: false })).toEqual({ burnt: 5, reserved: 2, sold: 1 });
  expect(happened.slice(0, 2)).toEqual([
    ['lock', ['product-1']],
    ['burn', { productId: 'product-1', span }],
  ]);
  expect(happened.at(-1)).toEqual([
    'audit',
    {
      ...why,
      action: 'keys.burn',
      subject: { type: 'product', id: 'product-1' },
      after: { burnt: 5, marked: 1, addedFrom: span.from.toISOString(), addedTo: span.to.toISOString() },
    },
  ]);
  await expect(takeBack.run('1950', span, { ...why, isDryRun: false })).rejects.toEqual(new UnknownProduct());
  await expect(takeBack.run('1949', { from: span.to, to: span.from }, { ...why, isDryRun: false })).rejects.toEqual(new SpanReversed());
  await expect(takeBack.run('1949', { from: span.to, to: span.to }, { ...why, isDryRun: true })).resolves.toBeDefined();
});

test.each([
  [{ burnt: 0, marked: 1 }, true],
  [{ burnt: 1, marked: 0 }, true],
  [{ burnt: 0, marked: 0 }, false],
])('taking back %j is recorded: %s', async (found, isRecorded) => {
  burntAndMarked = found;
  await takeBack.run('1949', span, { ...why, isDryRun: false });
  expect(happened.flat().includes('audit')).toBe(isRecorded);
  expect(happened.flat().includes('stock')).toBe(isRecorded);
});

test('after a restore keys are quarantined by batches of products, and what was touched is recorded', async () => {
  batches.push(['d', 'e', 'f']);
  expect(await quarantining.run(now, by)).toEqual({ taken: 3, kept: 1, later: 9 });
  expect(happened.filter((what) => (what as string[])[0] === 'after')).toEqual([
    ['after', '', 100],
    ['after', 'b', 100],
    ['after', 'c', 100],
    ['after', 'f', 100],
  ]);
  expect(happened).toContainEqual(['quarantine', ['d', 'e', 'f'], now]);
  const subject = { type: 'stock', id: 'quarantine' };
  const after = { recoveryPoint: now.toISOString() };
  expect(happened.filter((what) => (what as string[])[0] === 'audit')).toEqual([
    ['audit', { by, action: 'keys.quarantine', subject, after: { ...after, taken: 1, kept: 1, firstProduct: 'a', lastProduct: 'b' } }],
    ['audit', { by, action: 'keys.quarantine', subject, after: { ...after, taken: 2, kept: 0, firstProduct: 'd', lastProduct: 'f' } }],
  ]);
  expect(happened.at(-1)).toEqual(['later', now]);
});

test('a recovery point that lies ahead is refused', async () => {
  await expect(quarantining.run(new Date(now.getTime() + 1), by)).rejects.toEqual(new RecoveryPointAhead());
  expect(happened).toEqual([]);
});

test('one key leaves quarantine with a record', async () => {
  states = ['quarantined'];
  await release.key('k1', why);
  const before = { state: 'quarantined', productId: 'product-1' };
  expect(happened).toEqual([
    ['release', 'k1'],
    ['audit', { ...why, action: 'keys.release', subject: { type: 'key', id: 'k1' }, before, after: { state: 'available' } }],
  ]);
});

test.each([
  ['is not in quarantine', 'available', 'not quarantined', new KeyNotQuarantined()],
  ['goes back to its supplier', 'quarantined', 'returning', new KeyGoesBack()],
  ['is unknown', null, 'released', new KeyNotFound()],
] as const)('a key that %s is not released, and nothing is recorded', async (_, state, answer, error) => {
  [states, released] = [[state], answer];
  await expect(release.key('k1', why)).rejects.toEqual(error);
  expect(happened.flat()).not.toContain('audit');
});

test('the newest keys of one product leave quarantine', async () => {
  const quarantined = { restore: 4, upload: 1, look: 0, return: 0, unknown: 1 };
  const wanted = { newest: 7, cause: 'upload', isDryRun: false } as const;
  expect(await release.product('1949', wanted, why)).toEqual({ released: 2, quarantined });
  expect(happened).toEqual([
    ['causes', ['product-1']],
    ['release', ['product-1'], 'upload', 7],
    ['audit', { ...why, action: 'keys.release', subject: { type: 'product', id: 'product-1' }, after: { released: 2, cause: 'upload' } }],
  ]);
  await expect(release.product('1950', wanted, why)).rejects.toEqual(new UnknownProduct());
});

test.each([
  [7, 'restore', 4],
  [3, 'restore', 3],
  [null, 'unknown', 1],
] as const)('a dry run of the newest %s for the cause %s counts %i, and releases and records nothing', async (newest, cause, released) => {
  const quarantined = { restore: 4, upload: 1, look: 0, return: 0, unknown: 1 };
  expect(await release.product('1949', { newest, cause, isDryRun: true }, why)).toEqual({ released, quarantined });
  expect(happened).toEqual([['causes', ['product-1']]]);
});

test('all products but those that were sold since leave quarantine; an unknown name among these is refused before', async () => {
  batches.push(['b', 'd']);
  const wanted = { cause: 'restore', isDryRun: false } as const;
  expect(await release.allBut(['2000'], wanted, why)).toEqual({
    released: 6,
    quarantined: { restore: 12, upload: 3, look: 0, return: 0, unknown: 3 },
  });
  expect(happened.filter((what) => (what as string[])[0] === 'release')).toEqual([
    ['release', ['a'], 'restore', null],
    ['release', ['c'], 'restore', null],
    ['release', ['d'], 'restore', null],
  ]);
  expect(happened.filter((what) => (what as string[])[0] === 'after').map((what) => (what as string[])[1])).toEqual(['', 'b', 'c', 'd']);
  happened = [];
  await expect(release.allBut(['2000', '1950'], wanted, why)).rejects.toMatchObject({ details: [{ field: 'soldSince' }] });
  expect(happened).toEqual([]);
});
