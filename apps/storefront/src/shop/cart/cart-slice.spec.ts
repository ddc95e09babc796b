/** @jest-environment node */
import { expect, test } from '@jest/globals';
import { game } from '../../testing/products.ts';
import { cartSlice, cartTotalMinor, lineAdded, linePrice, pricesRewritten, quantityChanged, removalUndone } from './cart-slice.ts';
import { cartLineOf } from '../product/product.ts';

const { reducer } = cartSlice;
const line = cartLineOf(game(), 'Eur');

test('a product that is added twice stays one line of one piece', () => {
  const once = reducer({ lines: [] }, lineAdded(line));
  expect(reducer(once, lineAdded(line)).lines).toEqual([line]);
});

test.each([
  [0, 1],
  [-3, 1],
  [4, 4],
  [99, 5],
])('a quantity of %s becomes %s where five are the most', (asked, got) => {
  const { lines } = reducer({ lines: [line] }, quantityChanged({ id: '7', quantity: asked }));
  expect(lines[0]?.quantity).toBe(got);
});

test('another currency takes every price anew from the line’s own table', () => {
  const { lines } = reducer({ lines: [line] }, pricesRewritten('Gbp'));
  expect(lines[0]?.item.price).toBe(50);
});

test.each([
  ['Eur', 3600],
  ['Usd', 4000],
  ['Pln', 15_500],
  ['Gbp', 3100],
] as const)('a discounted line costs the discounted price of its own currency: %s', (currency, minor) => {
  expect(linePrice(line, currency)).toMatchObject({ discountedMinor: minor, currency });
});

test('the total is the sum of unit prices by quantities, to the cent', () => {
  const tenth = cartLineOf(game({ kinguinId: 8, is_discounted: false, sellPrice: 0.1 }), 'Eur');
  expect(
    cartTotalMinor(
      [
        { ...line, quantity: 2 },
        { ...tenth, quantity: 3 },
      ],
      'Eur',
    ),
  ).toBe(7230);
});

test('a removal that is undone puts the line back where it stood', () => {
  const other = cartLineOf(game({ kinguinId: 8 }), 'Eur');
  const { lines } = reducer({ lines: [other] }, removalUndone({ line, position: 0 }));
  expect(lines.map(({ item }) => item._id)).toEqual(['7', '8']);
});
