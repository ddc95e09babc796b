import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { BrowserRouter, useLocation } from 'react-router-dom';
import { createShopStore } from '../app/store.ts';
import { persistState } from '../shop/storage/persist-state.ts';
import { type FakeCall, fakeApi, type FakeRoutes } from './fake-api.ts';

const quiet: FakeRoutes = {
  'GET /pages/pages': { body: [] },
  'GET /blocker/countries': { body: [] },
  'POST /cart-validation': { body: { lines: [], total: 0, currency: 'EUR', otherRegionAllowed: false } },
  'GET /visitor': { body: { country: null } },
  'GET /user/providers': { body: { google: false, facebook: false, steam: false } },
};

/** Opens something with a store of its own at an address, over a fake API. */
export function openTab(address: string, routes: FakeRoutes, show: (store: ReturnType<typeof createShopStore>) => ReactNode) {
  const calls: FakeCall[] = fakeApi({ ...quiet, ...routes });
  const store = createShopStore();
  const stop = persistState(store);
  const at = { path: address };
  function Witness() {
    const { pathname, search } = useLocation();
    at.path = pathname + search;
    return null;
  }
  window.history.pushState(null, '', address);
  const screen = render(
    <BrowserRouter>
      <Witness />
      {show(store)}
    </BrowserRouter>,
  );
  const callsOf = (name: string) => calls.filter((call) => call.name === name);
  return { ...screen, store, calls, callsOf, at, stop, user: userEvent.setup({ delay: null }) };
}
