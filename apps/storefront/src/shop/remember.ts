import { decodeCart, encodeCart, parseCurrency } from '@keyturn/shop-rules';
import type { Store, UnknownAction } from '@reduxjs/toolkit';
import { readStored, STORAGE_KEYS, writeStored } from './browser-storage.ts';
import { cartReplaced } from './cart-slice.ts';
import type { ShopState } from './shop-state.ts';
import { readWishlist, wishlistReplaced } from './wishlist-slice.ts';

/** Writes cart, wishlist and currency down on every change, and follows what other tabs write. Answers how to stop. */
export function rememberInBrowser(store: Store<ShopState, UnknownAction>): () => void {
  let saved = store.getState();
  // A value that the shop does not know is reset where it stands, too (specification §4).
  if (readStored(STORAGE_KEYS.currency) !== null) save(STORAGE_KEYS.currency, saved.currency.chosen);
  const stopSaving = store.subscribe(() => {
    const now = store.getState();
    if (now.cart.lines !== saved.cart.lines) save(STORAGE_KEYS.cart, encodeCart(now.cart.lines));
    if (now.wishlist.entries !== saved.wishlist.entries) save(STORAGE_KEYS.wishlist, JSON.stringify(now.wishlist.entries));
    if (now.currency.chosen !== saved.currency.chosen) save(STORAGE_KEYS.currency, now.currency.chosen);
    saved = now;
  });

  const follow = (event: StorageEvent) => {
    // A null key: another tab cleared everything.
    if (event.key === STORAGE_KEYS.cart || event.key === null) store.dispatch(cartReplaced(decodeCart(readStored(STORAGE_KEYS.cart))));
    if (event.key === STORAGE_KEYS.wishlist || event.key === null)
      store.dispatch(wishlistReplaced(readWishlist(readStored(STORAGE_KEYS.wishlist))));
    if (
      event.key === STORAGE_KEYS.currency &&
      parseCurrency(event.newValue) !== null &&
      event.newValue !== store.getState().currency.chosen
    ) {
      window.location.reload();
    }
  };
  window.addEventListener('storage', follow);
  return () => {
    stopSaving();
    window.removeEventListener('storage', follow);
  };
}

/** What another tab has just written is not written again: two tabs would answer each other for ever. */
function save(key: string, value: string): void {
  if (readStored(key) !== value) writeStored(key, value);
}
