import { expect, test } from '@jest/globals';
import { keepSession, loggedIn } from '../shop/session/session-slice.ts';
import { readForTab, TAB_KEYS, writeForTab } from '../shop/storage/browser-storage.ts';
import { createShopStore } from './store.ts';

test.each<[endpoint: string, sent: string, isLoggedIn: boolean, typed: string | null]>([
  ['listOrders', 'current', false, null],
  // The buyer pays as a visitor, and finds the form as it was.
  ['createPaymentCheckout', 'current', false, 'typed'],
  ['listOrders', 'earlier', true, 'typed'],
])('%s that is refused with the %s token leaves logged in: %s, typed at the checkout: %s', (endpointName, sent, isLoggedIn, typed) => {
  keepSession('current', 'Ada');
  const store = createShopStore();
  store.dispatch(loggedIn({ username: 'Ada' }));
  writeForTab(TAB_KEYS.checkoutForm, 'typed');
  const request = new Request('http://shop.test/', { headers: { Authorization: sent } });
  store.dispatch({
    type: 'api/executeQuery/rejected',
    payload: { status: 401 },
    meta: { requestId: '1', requestStatus: 'rejected', rejectedWithValue: true, arg: { endpointName }, baseQueryMeta: { request } },
  });
  expect(store.getState().session.isLoggedIn).toBe(isLoggedIn);
  expect(readForTab(TAB_KEYS.checkoutForm)).toBe(typed);
});
