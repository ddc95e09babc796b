import { BadRequestException } from '@nestjs/common';
import { expect, test } from '@jest/globals';
import { InputValidation } from '../../../platform/http/requests/validation.ts';
import type { ProductCard } from '../../catalog/index.ts';
import { CartDto, checkedCartView, wantedLines } from './cart.dto.ts';
import type { CheckedCart } from '../application/check-cart.ts';

const line = { item: { _id: '1949', type: 'game' }, quantity: 2 };

const check = (cart: unknown) =>
  new InputValidation().transform({ cart, currency: 'eur' }, { type: 'body', metatype: CartDto }) as Promise<CartDto>;
const linesOf = async (cart: unknown) => wantedLines((await check(cart)).cart, 'Eur');
const refusalOf = (cart: unknown) => check(cart).catch((error: BadRequestException) => error.getResponse());

test('what the browser stores beside the fields of a line is accepted, whatever it is', async () => {
  const stored = {
    ...line,
    item: { ...line.item, name: 'Writer', images: [{ url: '/1.webp' }] },
    addedAt: 1,
    prices: null,
    note: { a: [] },
  };
  expect(await linesOf([stored])).toEqual([{ ref: { type: 'game', id: '1949' }, quantity: 2, rememberedMinor: null }]);
});

test.each([
  [{ Eur: 12.5 }, {}, 1250],
  [{ Eur: 12.5 }, { is_discounted: true, new_price: 9.99 }, 999],
  [{ Eur: 12.5 }, { is_discounted: { of: 1 }, new_price: ['x'] }, 1250],
  [{ Eur: { of: 1 } }, {}, null],
  [['Eur'], {}, null],
  ['12.5', {}, null],
])('of the stored prices %j and discount %j, %s is used', async (prices, discount, rememberedMinor) => {
  expect(await linesOf([{ ...line, item: { ...line.item, ...discount }, prices }])).toMatchObject([{ rememberedMinor }]);
});

test('an id may come as a number', async () => {
  expect(await linesOf([{ ...line, item: { _id: 1949, type: 'game' } }])).toMatchObject([{ ref: { type: 'game', id: '1949' } }]);
});

test.each([
  [null, 'cart.1.item', 'A cart line must hold an item.'],
  [7, 'cart.1.item', 'A cart line must hold an item.'],
  [[line], 'cart.1.item', 'A cart line must hold an item.'],
  [{ ...line, item: 'x' }, 'cart.1.item', 'A cart line must hold an item.'],
  [{ ...line, item: [] }, 'cart.1.item', 'A cart line must hold an item.'],
  [{ ...line, item: { _id: 1.5, type: 'game' } }, 'cart.1.item._id', 'The id of a cart line must be that of a product.'],
  [{ ...line, item: { _id: ['1'], type: 'game' } }, 'cart.1.item._id', 'The id of a cart line must be that of a product.'],
  [{ ...line, item: { _id: '1\n', type: 'game' } }, 'cart.1.item._id', 'The id of a cart line must be that of a product.'],
  [{ ...line, item: { _id: '1', type: ['game'] } }, 'cart.1.item.type', 'The type of a cart line must be game or software.'],
  [{ ...line, quantity: 1.5 }, 'cart.1.quantity', 'The quantity must be a whole number from 1 to 99.'],
  [{ ...line, quantity: '2' }, 'cart.1.quantity', 'The quantity must be a whole number from 1 to 99.'],
  [{ ...line, quantity: 100 }, 'cart.1.quantity', 'The quantity must be a whole number from 1 to 99.'],
])('the second line %j is refused, naming %s', async (second, field, message) => {
  const { details, ...refusal } = (await refusalOf([line, second])) as { message: string; details: unknown[] };
  expect([refusal, details[0]]).toEqual([{ message }, { field, message }]);
});

test('a line shows the price that is charged, also where the lists show an earlier one', () => {
  const price = { listMinor: 1200, discountedMinor: 900 };
  const prices = { Eur: price, Usd: price, Pln: price, Gbp: { listMinor: 1100, discountedMinor: null } };
  const line = { ref: { type: 'game', id: '1949' }, status: 'repriced', quantity: 2, unitMinor: 900, isHeldByOwnTransfer: false };
  const cart = { lines: [{ ...line, offer: { productId: 'p1', prices, activation: {} } }], totalMinor: 1800 } as unknown as CheckedCart;
  const card = { name: 'Writer', sellPrice: 10, usdPrice: 10, plnPrice: 10, gbpPrice: 11, is_discounted: false } as ProductCard;
  const productOf = (listed: ProductCard) =>
    checkedCartView(cart, { cards: new Map([['p1', listed]]), currency: 'Eur', allowsOtherRegion: false }).lines[0]?.product;
  const shown = productOf(card);
  expect(shown).toMatchObject({
    name: 'Writer',
    sellPrice: 12,
    new_price: 9,
    is_discounted: true,
    discount_perc: 25,
    gbpPriceDiscounted: null,
  });
  const listed = { ...shown, discount_perc: 24 } as ProductCard;
  expect(productOf(listed)).toBe(listed);
});
