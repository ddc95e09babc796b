import { App } from '../app/app.tsx';
import type { FakeRoutes } from './fake-api.ts';
import { openTab } from './open-tab.tsx';

/** Opens the whole shop at an address, over a fake API. Where one page is all that matters, `pageOpener` opens it in a third of the time. */
export function openShop(address: string, routes: FakeRoutes = {}) {
  return openTab(address, routes, (store) => <App store={store} />);
}
