import { expect, test } from '@jest/globals';
import { type CartLine, countItems, decodeCart, encodeCart } from './cart-code.ts';

const line: CartLine = {
  item: {
    _id: '1949',
    price: 59,
    is_discounted: true,
    new_price: 36,
    mainImage: 'images/0a-320.webp',
    name: 'Wiedźmin 3 — Gra Roku 🎮',
    type: 'game',
    mqte: 5,
    offerId: null,
  },
  prices: { Usd: 64.31, Pln: 251.93, Gbp: 50.15, Eur: 59, usdPriceDiscounted: 39.24, plnPriceDiscounted: 153.72, gbpPriceDiscounted: 30.6 },
  quantity: 2,
};
const stored = (value: unknown) => Buffer.from(JSON.stringify(value), 'utf8').toString('base64');

test('a cart is read back as it was written, letters outside Latin-1 included', () => {
  expect(decodeCart(encodeCart([line]))).toEqual([line]);
});

test.each([
  null,
  '',
  'not base64 !',
  btoa('not json'),
  stored(null),
  stored([]),
  stored({ v: 2, lines: [line] }),
  stored({ v: 1, lines: {} }),
])('an unreadable cart is an empty one: %s', (text) => {
  expect(decodeCart(text)).toEqual([]);
});

test.each([
  ['no item', { ...line, item: null }],
  ['no id', { ...line, item: { ...line.item, _id: '' } }],
  ['an id that no game has', { ...line, item: { ...line.item, _id: 'half-life' } }],
  ['the id of a line before it', line],
  ['no euro price', { ...line, prices: { ...line.prices, Eur: 'free' } }],
  ['no price in złoty', { ...line, prices: { ...line.prices, Pln: undefined } }],
  ['a quantity of none', { ...line, quantity: 0 }],
  ['part of a piece', { ...line, quantity: 1.5 }],
  ['more than a line may hold', { ...line, quantity: 100 }],
])('a line with %s is dropped and the others stay', (_what, broken) => {
  expect(decodeCart(stored({ v: 1, lines: [line, broken] }))).toEqual([line]);
});

test('an id that was stored as a number is read as its digits', () => {
  const number = { ...line, item: { ...line.item, _id: 1949 } };
  expect(decodeCart(stored({ v: 1, lines: [number] }))).toEqual([line]);
  expect(decodeCart(stored({ v: 1, lines: [{ ...number, item: { ...line.item, _id: 19.5 } }] }))).toEqual([]);
});

test('what is missing beside prices is filled in: a limit of 99, no discount', () => {
  const prices = { Eur: 5, Usd: 5.45, Pln: 21.35, Gbp: 4.25 };
  const [read] = decodeCart(stored({ v: 1, lines: [{ item: { _id: '1', name: 'A' }, prices, quantity: 1 }] }));
  expect(read).toMatchObject({ item: { mqte: 99, is_discounted: false, type: 'game' }, prices: { ...prices, usdPriceDiscounted: null } });
});

test('the badge counts pieces, not lines', () => {
  expect(countItems([line, { ...line, quantity: 3 }])).toBe(5);
});
