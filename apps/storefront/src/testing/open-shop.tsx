import { act } from '@testing-library/react';
import { App } from '../app/app.tsx';
import type { FakeRoutes } from './fake-api.ts';
import { openTab } from './open-tab.tsx';

/** Opens the whole shop at an address, over a fake API. Where one page is all that matters, `pageOpener` opens it in a third of the time. */
export function openShop(address: string, routes: FakeRoutes = {}) {
  return openTab(address, routes, (store) => <App store={store} />);
}

/**
 * The same, once the page's own script is there. React shows what was late no sooner than 300 ms after it has said so, but for what is
 * awaited inside of `act`.
 */
export async function openLoadedShop(address: string, routes: FakeRoutes = {}) {
  const shop = openShop(address, routes);
  const isAwaited = () => shop.container.querySelector('main > [aria-busy]')?.textContent === 'Loading the page…';
  while (isAwaited()) await act(() => new Promise<void>((resolve) => void setTimeout(resolve)));
  return shop;
}
