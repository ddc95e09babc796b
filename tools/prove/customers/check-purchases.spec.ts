import { expect, test } from '@jest/globals';
import { faultsOfPurchases, type Ledger, type PurchaseRow } from './check-purchases.ts';

const BOUGHT: PurchaseRow = {
  id: 'p1',
  supplier: 'kinguin',
  state: 'complete',
  supplierOrderId: 'o1',
  quantity: 2,
  costMinor: 1000,
  keys: 2,
  inStock: 2,
};
const REFUSED: PurchaseRow = { ...BOUGHT, id: 'p2', state: 'refused', supplierOrderId: null, costMinor: null, keys: 0, inStock: 0 };
const ORDER = { id: 'o1', reference: 'p1', lines: [{ cents: 500, quantity: 2 }] };
const LEDGER: Ledger = { supplier: 'kinguin', orders: [ORDER], spentCents: 1000 };

test('books that agree have no fault', () => {
  expect(faultsOfPurchases([BOUGHT, REFUSED], [LEDGER])).toEqual([]);
});

test.each<[string, PurchaseRow, Ledger, string]>([
  ['an order that was made twice', BOUGHT, { ...LEDGER, orders: [ORDER, { ...ORDER, id: 'o2' }] }, 'purchase p1 was ordered 2 times'],
  ['an order that the shop forgot', { ...BOUGHT, state: 'refused', supplierOrderId: null }, LEDGER, 'the shop does not know it'],
  ['a purchase that nobody made', BOUGHT, { ...LEDGER, orders: [] }, 'kinguin does not know purchase p1'],
  ['a purchase that is still under way', { ...BOUGHT, state: 'sent' }, LEDGER, 'purchase p1 has ended as sent'],
  ['another cost', { ...BOUGHT, costMinor: 999 }, LEDGER, 'purchase p1 cost 1000 cents, and the shop has written down 999'],
  ['money that no order says', BOUGHT, { ...LEDGER, spentCents: 2000 }, 'kinguin has taken 2000 cents, and the shop has written down 1000'],
  ['keys that were lost', { ...BOUGHT, keys: 1 }, LEDGER, 'purchase p1 of 2 has 1 keys, 2 of them in stock'],
  ['keys that were noted and not stored', { ...BOUGHT, inStock: 1 }, LEDGER, 'purchase p1 of 2 has 2 keys, 1 of them in stock'],
])('%s is found', (_what, purchase, ledger, fault) => {
  expect(faultsOfPurchases([purchase, REFUSED], [ledger]).join('\n')).toContain(fault);
});
