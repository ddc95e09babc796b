/** @jest-environment node */
import { expect, test } from '@jest/globals';
import { game } from '../../testing/products.ts';
import { cartLineOf } from './product.ts';

test.each([
  [5, 5],
  [0, 1],
  [99, 99],
  [100, 99],
])('of a product of which %s pieces may be bought a line holds at most %s', (mqte, most) => {
  expect(cartLineOf(game({ mqte }), 'Eur').item.mqte).toBe(most);
});

test.each([
  [[], null],
  [['a'], 'a'],
  [['b', 'a'], 'b'],
])('of the offers %j the line keeps %s', (cheapestOfferId, offerId) => {
  expect(cartLineOf(game({ cheapestOfferId }), 'Eur').item.offerId).toBe(offerId);
});

test('software is called by its own id in a line', () => {
  expect(cartLineOf(game({ kinguinId: undefined, type: 'software', _id: '01jsoft' }), 'Gbp').item).toMatchObject({
    _id: '01jsoft',
    type: 'software',
    price: 50,
  });
});
