import { expect, test } from '@jest/globals';
import { decodeCart, encodeCart } from '@keyturn/shop-rules';
import { createShopStore } from '../../app/store.ts';
import { game } from '../../testing/products.ts';
import { lineAdded } from '../cart/cart-slice.ts';
import { currencyChosen } from '../currency/currency-slice.ts';
import { cartLineOf } from '../product/product.ts';
import { persistState } from './persist-state.ts';
import { readWishlist, wishOf, wishToggled } from '../wishlist/wishlist-slice.ts';

const line = cartLineOf(game(), 'Eur');

function rememberedStore() {
  const store = createShopStore();
  return { store, stop: persistState(store) };
}

test('what goes into the cart is in local storage under idt', () => {
  const { store, stop } = rememberedStore();
  store.dispatch(lineAdded(line));
  stop();
  expect(decodeCart(localStorage.getItem('idt'))).toEqual([line]);
});

test('a cart that another tab has changed is this tab’s cart too', () => {
  const { store, stop } = rememberedStore();
  localStorage.setItem('idt', encodeCart([{ ...line, quantity: 3 }]));
  window.dispatchEvent(new StorageEvent('storage', { key: 'idt' }));
  stop();
  expect(store.getState().cart.lines[0]?.quantity).toBe(3);
});

test('a tab that follows another tab’s clearing writes nothing back: a cart that is set right after stays', () => {
  const { store, stop } = rememberedStore();
  store.dispatch(lineAdded(line));
  store.dispatch(wishToggled(wishOf(game())));
  localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
  expect(store.getState().cart.lines).toEqual([]);
  expect(localStorage).toHaveLength(0);
  store.dispatch(lineAdded(line));
  stop();
  expect(decodeCart(localStorage.getItem('idt'))).toEqual([line]);
});

test.each(['', 'not base64 at all', 'eyJ2IjoyfQ==', 'null'])('a damaged cart (%j) opens as an empty one', (text) => {
  localStorage.setItem('idt', text);
  expect(createShopStore().getState().cart.lines).toEqual([]);
});

test.each(['Chf', '', 'eur'])('a currency that the shop does not know (%j) opens as euro, and is euro in local storage again', (text) => {
  localStorage.setItem('currency', text);
  const { store, stop } = rememberedStore();
  stop();
  expect(store.getState().currency.chosen).toBe('Eur');
  expect(localStorage.getItem('currency')).toBe('Eur');
});

test('the wishlist is plain JSON, and toggling twice leaves it empty', () => {
  const { store, stop } = rememberedStore();
  store.dispatch(wishToggled(wishOf(game())));
  const software = game({ kinguinId: undefined, type: 'software', _id: '01jsoft', name: 'Office' });
  store.dispatch(wishToggled(wishOf(software)));
  const prices = { price: 59, sellPrice: 59, usdPrice: 65, plnPrice: 250, gbpPrice: 50 };
  const discount = { is_discounted: true, discount_perc: 39, new_price: 36, usdNewPrice: 40, plnNewPrice: 155, gbpNewPrice: 31 };
  const common = { ...prices, ...discount, mainImage: 'images/abc-320.webp', platform: 'Steam' };
  expect(JSON.parse(localStorage.getItem('wishlist') ?? '')).toEqual([
    { ...common, _id: '7', name: 'Half-Life', type: 'game' },
    { ...common, _id: '01jsoft', name: 'Office', type: 'software' },
  ]);
  for (const wished of [game(), software]) store.dispatch(wishToggled(wishOf(wished)));
  stop();
  expect(localStorage.getItem('wishlist')).toBe('[]');
});

test('a second entry of one product and entries that cannot be read are dropped from a stored wishlist', () => {
  const entry = wishOf(game());
  expect(readWishlist(JSON.stringify([entry, entry, 5, { _id: '' }]))).toEqual([entry]);
});

test.each([
  ['a game without the id of one', { _id: 'x', name: 'A', type: 'game', price: 1 }],
  ['no euro price', { _id: '8', name: 'A', type: 'game', usdPrice: 1 }],
  ['a price that is no number', { _id: '8', name: 'A', type: 'game', price: 'free' }],
])('an entry of the wishlist with %s is dropped and the others stay', (_what, broken) => {
  expect(readWishlist(JSON.stringify([broken, wishOf(game())]))).toEqual([wishOf(game())]);
});

test('what an entry of the wishlist lacks beside that is filled in, and never NaN', () => {
  expect(readWishlist(JSON.stringify([{ _id: '8', name: 'A', type: 'game', price: 5, usdPrice: 'x', is_discounted: 'yes' }]))).toEqual([
    expect.objectContaining({ sellPrice: 5, usdPrice: null, is_discounted: false, mainImage: '', platform: '' }),
  ]);
});

test('a cookie sends the server another currency than euros, from the start and with every choice', () => {
  localStorage.setItem('currency', 'Pln');
  const { store, stop } = rememberedStore();
  expect(document.cookie).toContain('currency=Pln');
  store.dispatch(currencyChosen('Gbp'));
  expect(document.cookie).toContain('currency=Gbp');
  store.dispatch(currencyChosen('Eur'));
  stop();
  expect(document.cookie).not.toContain('currency');
});

test('a cookie that contradicts the storage gives way', () => {
  document.cookie = 'currency=Usd';
  const { stop } = rememberedStore();
  stop();
  expect(document.cookie).not.toContain('currency');
});
