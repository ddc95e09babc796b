import { readCookie } from '@keyturn/api-client';
import { type Currency, CURRENCY_COOKIE, decodeCart, DEFAULT_CURRENCY, encodeCart, storedCurrency } from '@keyturn/shop-rules';
import type { Store, UnknownAction } from 'redux';
import { readStored, STORAGE_KEYS, writeCookie, writeStored } from './browser-storage.ts';
import { cartReplaced } from '../cart/cart-slice.ts';
import { countryChosen, storedCountry } from '../country/country-slice.ts';
import type { ShopState } from '../shop-state.ts';
import { readWishlist, wishlistReplaced } from '../wishlist/wishlist-slice.ts';

/** Writes cart, wishlist, currency and country down on every change, and follows what other tabs write. Answers how to stop. */
export function persistState(store: Store<ShopState, UnknownAction>): () => void {
  let saved = store.getState();
  // Changes from another tab are not written back: it may have written more by then, and two tabs would loop.
  let isFollowing = false;
  // An unknown value is reset in storage, too.
  if (readStored(STORAGE_KEYS.currency) !== null) writeStored(STORAGE_KEYS.currency, saved.currency.chosen);
  writeCurrencyCookie(saved.currency.chosen);
  const stopSaving = store.subscribe(() => {
    const before = saved;
    saved = store.getState();
    if (isFollowing) return;
    if (saved.cart.lines !== before.cart.lines) writeStored(STORAGE_KEYS.cart, encodeCart(saved.cart.lines));
    if (saved.wishlist.entries !== before.wishlist.entries) writeStored(STORAGE_KEYS.wishlist, JSON.stringify(saved.wishlist.entries));
    if (saved.country.chosen !== before.country.chosen) writeStored(STORAGE_KEYS.country, saved.country.chosen ?? '');
    if (saved.currency.chosen !== before.currency.chosen) {
      writeStored(STORAGE_KEYS.currency, saved.currency.chosen);
      writeCurrencyCookie(saved.currency.chosen);
    }
  });

  const follow = (event: StorageEvent) => {
    // A null key: another tab cleared everything.
    const concerns = (key: string) => event.key === key || event.key === null;
    isFollowing = true;
    if (concerns(STORAGE_KEYS.cart)) store.dispatch(cartReplaced(decodeCart(readStored(STORAGE_KEYS.cart))));
    if (concerns(STORAGE_KEYS.wishlist)) store.dispatch(wishlistReplaced(readWishlist(readStored(STORAGE_KEYS.wishlist))));
    if (concerns(STORAGE_KEYS.country)) store.dispatch(countryChosen(storedCountry()));
    isFollowing = false;
    if (
      event.key === STORAGE_KEYS.currency &&
      storedCurrency(event.newValue) !== null &&
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

const YEAR_SECONDS = 365 * 86_400;

/** The server renders the first view in the currency that a cookie names; euros need none. */
function writeCurrencyCookie(currency: Currency): void {
  const cookieValue = currency === DEFAULT_CURRENCY ? null : currency;
  if (readCookie(CURRENCY_COOKIE) !== cookieValue) writeCookie(CURRENCY_COOKIE, cookieValue ?? '', cookieValue === null ? 0 : YEAR_SECONDS);
}
