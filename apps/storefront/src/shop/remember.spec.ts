import { expect, test } from '@jest/globals';
import { decodeCart, encodeCart } from '@keyturn/shop-rules';
import { createShopStore } from '../app/store.ts';
import { game } from '../testing/products.ts';
import { lineAdded } from './cart-slice.ts';
import { cartLineOf } from './product.ts';
import { rememberInBrowser } from './remember.ts';
import { readWishlist, wishOf, wishToggled } from './wishlist-slice.ts';

const line = cartLineOf(game(), 'Eur');

function rememberedStore() {
  const store = createShopStore();
  return { store, stop: rememberInBrowser(store) };
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
  expect(JSON.parse(localStorage.getItem('wishlist') ?? '')).toMatchObject([{ _id: '7', type: 'game', gbpNewPrice: 31 }]);
  store.dispatch(wishToggled(wishOf(game())));
  stop();
  expect(localStorage.getItem('wishlist')).toBe('[]');
});

test('a second entry of one product and entries that cannot be read are dropped from a stored wishlist', () => {
  const entry = wishOf(game());
  expect(readWishlist(JSON.stringify([entry, entry, 5, { _id: '' }]))).toEqual([entry]);
});
