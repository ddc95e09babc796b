/** @jest-environment node */
import { expect, test } from '@jest/globals';
import type { CheckedLine } from '@keyturn/api-client';
import { cartLineOf } from '../../shop/product/product.ts';
import { game } from '../../testing/products.ts';
import { applyCheck } from './cart-changes.ts';

const cart = [{ ...cartLineOf(game(), 'Eur'), quantity: 3 }];
const checked = (line: Partial<CheckedLine>): CheckedLine[] => [
  { _id: '7', type: 'game', status: 'ok', quantity: 3, product: game(), ...line },
];

test('a cart that is still right changes nothing and says nothing', () => {
  expect(applyCheck(cart, checked({}), 'Eur').sentences).toEqual([]);
});

test('a product that is gone leaves the cart', () => {
  const changes = applyCheck(cart, [{ _id: '7', type: 'game', status: 'removed', quantity: 0 }], 'Eur');
  expect(changes).toMatchObject({ lines: [], hasRemoved: true, sentences: ['Half-Life is no longer available.'] });
});

test('what the buyer’s own bank transfer holds is said to be held by it, not to be gone', () => {
  const gone = applyCheck(cart, [{ _id: '7', type: 'game', status: 'removed', quantity: 0, heldByOwnTransfer: true }], 'Eur');
  expect(gone.sentences).toEqual(['Half-Life: your earlier order, which waits for your bank transfer, holds the last key.']);
  const less = applyCheck(cart, checked({ status: 'adjusted', quantity: 2, heldByOwnTransfer: true }), 'Eur');
  expect(less.sentences).toEqual([
    'Half-Life: only 2 left, you had 3. Your earlier order, which waits for your bank transfer, holds the others.',
  ]);
});

test('a limit per customer is named, whether it leaves some or none', () => {
  const less = applyCheck(cart, checked({ status: 'adjusted', quantity: 1, customerLimit: { pieces: 2, days: 30 } }), 'Eur');
  expect(less.sentences).toEqual(['Half-Life: at most 2 per customer in 30 days, 1 now, you had 3.']);
  const none = applyCheck(cart, [{ _id: '7', type: 'game', status: 'removed', quantity: 0, customerLimit: { pieces: 2, days: 1 } }], 'Eur');
  expect(none.sentences).toEqual(['Half-Life: at most 2 per customer in a day, and you have had them.']);
});

test('a line of more than there is keeps what there is', () => {
  const changes = applyCheck(cart, checked({ status: 'adjusted', quantity: 2 }), 'Eur');
  expect(changes.lines[0]?.quantity).toBe(2);
  expect(changes).toMatchObject({ hasRemoved: true, sentences: ['Half-Life: only 2 left, you had 3.'] });
});

test('a changed price is named, old and new, and nothing counts as removed', () => {
  const changes = applyCheck(cart, checked({ status: 'repriced', product: game({ new_price: 40 }) }), 'Eur');
  expect(changes).toMatchObject({ hasRemoved: false, sentences: ['Half-Life costs €40.00 now, it was €36.00.'] });
});
