import { expect, test } from '@jest/globals';
import { FixedClock } from '../../../../testing/fakes.ts';
import type { TakeReplacement } from '../../../orders/index.ts';
import type { AddKeys, HoldReturns, KeyReturns } from '../../../stock/index.ts';
import type { KeyPurchases, Purchase } from '../purchases.ts';
import type { BoughtKeys } from './bought-keys.ts';
import { StoreKeys } from './store-keys.ts';

const text = (key: string) => ({ id: key, secret: { kind: 'text', key } as const });

/** What staff are told of keys that come. `known`: those that the shop has by that very text; `similar`: by another spelling. */
function told(
  keys: readonly string[],
  { known = [], similar = [] }: { known?: readonly string[]; similar?: readonly string[] },
  replaces: object | null = null,
) {
  const purchases = { noteKeys: async (_: Purchase, fresh: unknown) => fresh, markKnown: async () => undefined } as unknown as KeyPurchases;
  const addKeys = {
    run: async () => new Map(keys.flatMap((key, index) => (known.includes(key) ? [[index, 'same'] as const] : []))),
  } as unknown as AddKeys;
  const returns = {
    find: async ({ key }: { key: string }) => ([...known, ...similar].includes(key) ? [{ keyId: key }] : []),
  } as unknown as KeyReturns;
  const bought = { noteStock: async () => undefined } as unknown as BoughtKeys;
  const replacements = { run: async () => ({ keyId: 'key-1' }) } as unknown as TakeReplacement;
  const store = new StoreKeys(purchases, bought, addKeys, returns, replacements, {} as unknown as HoldReturns, new FixedClock());
  const purchase = { supplier: 'kinguin', productId: 'product-1', orderId: 'order-1', replaces } as unknown as Purchase;
  return store.run(purchase, keys.map(text));
}

const SIMILAR = ' of its keys are others that the shop has, but for case, dashes and spaces: it may sell them twice.';

test.each([
  ['new keys', ['AB-1', 'AB-2'], {}, []],
  ['a known key', ['AB-1', 'AB-2'], { known: ['AB-1'] }, ['1 of its keys the shop had before.']],
  ['a known key in another spelling', ['ab-1', 'AB-2'], { similar: ['ab-1'] }, [`1${SIMILAR}`]],
  ['one key in two spellings', ['AB-1', 'ab 1', 'AB-2'], {}, [`1${SIMILAR}`]],
  ['both', ['AB-1', 'ab-2'], { known: ['AB-1'], similar: ['ab-2'] }, ['1 of its keys the shop had before.', `1${SIMILAR}`]],
])('of %s staff are told what is worth a complaint', async (_what, keys, before, expected) => {
  expect(await told(keys, before)).toEqual(expected);
});

test('a key that replaces another, and is a known one in another spelling, is told as well', async () => {
  const replaces = { keyId: 'key-0', line: 0, slot: 0, askedBy: 'ada' };
  expect([await told(['ab-1'], { similar: ['ab-1'] }, replaces), await told(['AB-2'], {}, replaces)]).toEqual([[`1${SIMILAR}`], []]);
});
