import { expect, test } from '@jest/globals';
import type { Catalogue } from '../../../catalog/index.ts';
import type { KeyRecords, KeyState } from '../key-records.ts';
import type { StockChanges } from '../stock-changes.ts';
import { HoldReturns } from './hold-returns.ts';

const ids = ['k1', 'k2'];

/** Keys of two products, and in which order what is asked for. */
function returning(held: readonly { id: string; state: KeyState; orderId: string | null; returningPurchase: string | null }[] = []) {
  const calls: unknown[] = [];
  const note =
    <T>(name: string, answer: T) =>
    async (...given: unknown[]) => {
      calls.push([name, ...given]);
      return answer;
    };
  const records = {
    productsOfKeys: note('products', ['product-1', 'product-2']),
    holdForReturn: note('hold', held),
    withdraw: note('withdraw', held),
    burnReturned: note('burn', undefined),
    endReturn: note('end', undefined),
    returningWith: note('with', ['k1']),
  } as unknown as KeyRecords;
  const changes = { applyTo: note('apply', undefined) } as unknown as StockChanges;
  const catalogue = { lockListings: note('lock', undefined) } as unknown as Catalogue;
  return { calls, returns: new HoldReturns(records, changes, catalogue) };
}

const around = (...call: unknown[]) => [
  ['products', ids],
  ['lock', ['product-1', 'product-2']],
  call,
  ['apply', ['product-1', 'product-2']],
];

test('keys are held, withdrawn, burnt and given back under the locks of their listings, whose stock is true afterwards', async () => {
  const held = returning();
  expect(await held.returns.hold('purchase-1', ids)).toEqual(new Map());
  expect(held.calls).toEqual(around('hold', 'purchase-1', ids));
  const withdrawn = returning([{ id: 'k1', state: 'sold', orderId: 'order-1', returningPurchase: 'purchase-1' }]);
  expect(await withdrawn.returns.withdraw('purchase-1', ids)).toEqual(new Map([['k1', 'delivered']]));
  expect(withdrawn.calls).toEqual(around('withdraw', 'purchase-1', ids));
  const burnt = returning();
  await burnt.returns.burn('purchase-1', ids);
  expect(burnt.calls).toEqual(around('burn', 'purchase-1', ids));
  const ended = returning();
  await ended.returns.endHold('purchase-1', ids);
  expect(ended.calls).toEqual(around('end', 'purchase-1', ids));
});

test('which keys go back with a purchase is answered without a lock', async () => {
  const { calls, returns } = returning();
  expect(await returns.held('purchase-1', ids)).toEqual(['k1']);
  expect(calls).toEqual([['with', 'purchase-1', ids]]);
});

test.each([
  ['sold', 'order-1', null, 'delivered'],
  ['reserved', 'order-1', 'purchase-1', 'reserved'],
  ['burnt', 'order-1', 'purchase-1', 'replaced'],
  ['burnt', null, 'purchase-1', 'unsold'],
  ['quarantined', null, 'purchase-1', 'unsold'],
  ['quarantined', 'order-1', 'purchase-1', 'unsold'],
  ['quarantined', null, 'purchase-2', 'returning'],
  ['sold', 'order-1', 'purchase-2', 'returning'],
] as const)('a key that is %s, of order %s, going back with %s, is %s', async (state, orderId, returningPurchase, answer) => {
  const { returns } = returning([{ id: 'k1', state: state as KeyState, orderId, returningPurchase }]);
  expect(await returns.hold('purchase-1', ids)).toEqual(new Map([['k1', answer]]));
});
