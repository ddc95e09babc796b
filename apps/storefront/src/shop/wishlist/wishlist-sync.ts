import { shopApi } from '@keyturn/api-client';
import type { ThunkDispatch } from '@reduxjs/toolkit';
import type { UnknownAction } from 'redux';
import { readStored, WISHLIST_OF_ACCOUNT, writeStored } from '../storage/browser-storage.ts';
import { accountOfSession } from '../session/session-slice.ts';
import type { ShopState } from '../shop-state.ts';
import { type WishlistEntry, wishlistReplaced, wishOf } from './wishlist-slice.ts';

interface Store {
  getState: () => ShopState;
  subscribe: (listener: () => void) => () => void;
  dispatch: ThunkDispatch<ShopState, unknown, UnknownAction>;
}

/** Several changes in a row are one call. */
const DELAY_MS = 400;
/** The API takes no more in one call. */
const MOST = 500;

/**
 * Synchronises the wishlist of this browser with the account while logged in. Sends the difference to the account's last known list, so that
 * a login merges both, and what was removed here offline, or between two logins, does not return. Returns a function to stop.
 */
export function keepWishlistWithAccount(store: Store): () => void {
  let seen = store.getState();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRunning = false;

  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void run(), DELAY_MS);
  };

  async function run(): Promise<void> {
    clearTimeout(timer);
    if (isRunning || !store.getState().session.isLoggedIn) return;
    isRunning = true;
    const before = store.getState().wishlist.entries;
    const { data } = await store.dispatch(shopApi.endpoints.mergeWishlist.initiate({ wishlistChange: difference(before) }));
    isRunning = false;
    // No answer, or a refusal: the difference is sent at the next change, or when the shop is opened again.
    if (!data || !store.getState().session.isLoggedIn) return;

    const account = data.items.map(wishOf).reverse();
    writeStored(WISHLIST_OF_ACCOUNT, JSON.stringify({ of: accountOfSession(), ids: account.map(({ _id }) => _id) }));
    const now = store.getState().wishlist.entries;
    const added = now.filter((entry) => !has(before, entry) && !has(account, entry));
    const remaining = account.filter((entry) => has(now, entry) || !has(before, entry));
    store.dispatch(wishlistReplaced([...remaining, ...added]));
    if (isDifferent()) later();
  }

  const isDifferent = () => {
    const { items, removed } = difference(store.getState().wishlist.entries);
    return items.length + removed.length > 0;
  };

  const stop = store.subscribe(() => {
    const before = seen;
    seen = store.getState();
    if (!seen.session.isLoggedIn) return;
    if (!before.session.isLoggedIn) return void run();
    const isBack = before.connection.status === 'lost' && seen.connection.status === 'fine';
    if ((isBack || seen.wishlist.entries !== before.wishlist.entries) && isDifferent()) later();
  });
  // After the first paint: what another device has changed can wait for that.
  if (seen.session.isLoggedIn) later();

  return () => {
    clearTimeout(timer);
    stop();
  };
}

/** The changes for the account; newest first, as in its list. */
function difference(entries: readonly WishlistEntry[]): { items: string[]; removed: string[] } {
  const known = knownOfAccount();
  const here = entries.map(({ _id }) => _id);
  return {
    items: here
      .filter((id) => !known.includes(id))
      .reverse()
      .slice(0, MOST),
    removed: known.filter((id) => !here.includes(id)).slice(0, MOST),
  };
}

/** Read each time, as another tab may have updated it. Ignored if it is of another account. */
function knownOfAccount(): string[] {
  try {
    const { of, ids } = JSON.parse(readStored(WISHLIST_OF_ACCOUNT) ?? '{}') as { of?: unknown; ids?: unknown };
    return of === accountOfSession() && Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

function has(entries: readonly WishlistEntry[], { _id }: WishlistEntry): boolean {
  return entries.some((entry) => entry._id === _id);
}
