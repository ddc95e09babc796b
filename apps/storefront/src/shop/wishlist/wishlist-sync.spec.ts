import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { createShopStore } from '../../app/store.ts';
import { type FakeCall, fakeApi } from '../../testing/fake-api.ts';
import { game } from '../../testing/products.ts';
import { loggedIn, sessionEnded } from '../session/session-slice.ts';
import { persistState } from '../storage/persist-state.ts';
import { wishOf, wishToggled } from './wishlist-slice.ts';
import { keepWishlistWithAccount } from './wishlist-sync.ts';

const named = (kinguinId: number) => game({ kinguinId, name: `Game ${kinguinId}` });
const stops: (() => void)[] = [];

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  stops.splice(0).forEach((stop) => stop());
  jest.useRealTimers();
});

/** An account that stores changes; one browser of its owner. */
function openBrowser(account: { ids: number[]; isDown?: boolean }, { wished = [] as number[], isLoggedIn = false } = {}) {
  if (wished.length > 0) localStorage.setItem('wishlist', JSON.stringify(wished.map((id) => wishOf(named(id)))));
  if (isLoggedIn) document.cookie = 'tk=token; Path=/';
  const calls = fakeApi({
    'GET /health/live': 'no answer',
    'PUT /user/wishlist': ({ body }: FakeCall) => {
      if (account.isDown) return 'no answer';
      const { items, removed } = body as { items: string[]; removed: string[] };
      account.ids = [...new Set([...items.map(Number), ...account.ids])].filter((id) => !removed.includes(String(id)));
      return { body: { items: account.ids.map(named) } };
    },
  });
  const store = createShopStore();
  stops.push(persistState(store), keepWishlistWithAccount(store));
  return {
    store,
    sent: () => calls.filter(({ name }) => name.startsWith('PUT')).map(({ body }) => body),
    ids: () => store.getState().wishlist.entries.map(({ _id }) => Number(_id)),
    toggle: (id: number) => store.dispatch(wishToggled(wishOf(named(id)))),
    settle: () => jest.advanceTimersByTimeAsync(1000),
  };
}

test('a visitor’s wishlist stays in the browser', async () => {
  const browser = openBrowser({ ids: [] });
  browser.toggle(1);
  await browser.settle();
  expect(browser.sent()).toEqual([]);
});

test('a login merges what the browser has with what the account has, newest last', async () => {
  const account = { ids: [9, 2] };
  const browser = openBrowser(account, { wished: [1, 2] });
  document.cookie = 'tk=token; Path=/';
  browser.store.dispatch(loggedIn({ username: 'Ada' }));
  await browser.settle();
  expect(browser.sent()).toEqual([{ items: ['2', '1'], removed: [] }]);
  expect(account.ids).toEqual([2, 1, 9]);
  expect(browser.ids()).toEqual([9, 1, 2]);
  expect(JSON.parse(localStorage.getItem('wishlist') ?? '')).toHaveLength(3);
});

test('several changes in a row are one call, which sends the difference alone', async () => {
  const browser = openBrowser({ ids: [1] }, { wished: [1], isLoggedIn: true });
  await browser.settle();
  browser.toggle(1);
  browser.toggle(2);
  browser.toggle(3);
  await browser.settle();
  expect(browser.sent().slice(1)).toEqual([{ items: ['3', '2'], removed: ['1'] }]);
});

test('what another device added or removed is so here, too, when the shop is opened', async () => {
  const account = { ids: [1, 2] };
  const first = openBrowser(account, { wished: [1, 2], isLoggedIn: true });
  await first.settle();
  stops.splice(0).forEach((stop) => stop());
  account.ids = [3, 2];
  const again = openBrowser(account, { isLoggedIn: true });
  await again.settle();
  expect(again.ids()).toEqual([2, 3]);
});

test('a removal that could not be sent to the shop does not come back', async () => {
  const account = { ids: [1, 2], isDown: false };
  const browser = openBrowser(account, { wished: [1, 2], isLoggedIn: true });
  await browser.settle();
  account.isDown = true;
  browser.toggle(1);
  await browser.settle();
  stops.splice(0).forEach((stop) => stop());
  account.isDown = false;
  const again = openBrowser(account, { isLoggedIn: true });
  await again.settle();
  expect(account.ids).toEqual([2]);
  expect(again.ids()).toEqual([2]);
});

test('a damaged memory of the account’s list is as good as none', async () => {
  localStorage.setItem('wishlist-account', '{"not":"a list"');
  const account = { ids: [5] };
  const browser = openBrowser(account, { wished: [1], isLoggedIn: true });
  await browser.settle();
  expect(browser.ids()).toEqual([5, 1]);
});

test('what one account had takes nothing from the next one that logs in here', async () => {
  const ada = openBrowser({ ids: [1, 2] }, { isLoggedIn: true });
  await ada.settle();
  document.cookie = 'tk=; Path=/; Max-Age=0';
  ada.store.dispatch(sessionEnded());
  ada.toggle(2);
  await ada.settle();
  stops.splice(0).forEach((stop) => stop());

  document.cookie = 'tk=of-bob; Path=/';
  const account = { ids: [2, 3] };
  const bob = openBrowser(account);
  await bob.settle();
  expect(bob.sent()).toEqual([{ items: ['1'], removed: [] }]);
  expect(account.ids).toEqual([1, 2, 3]);
});
