import type { ReactElement } from 'react';
import { Provider } from 'react-redux';
import { Route, Routes } from 'react-router-dom';
import { PopupsProvider } from '../shop/popups/popups.tsx';
import { Announcer } from '../ui/feedback/announcer.tsx';
import type { FakeRoutes } from './fake-api.ts';
import { openTab } from './open-tab.tsx';

/**
 * Answers how to open these pages by themselves, over a fake API: without header and footer, and without the rest of the shop, which has
 * nothing to show at any other address.
 */
export function pageOpener(pages: Record<string, ReactElement>) {
  const routes = Object.entries({ '*': null, ...pages }).map(([path, page]) => <Route key={path} path={path} element={page} />);
  return (address: string, answers: FakeRoutes = {}) =>
    openTab(address, answers, (store) => (
      <Provider store={store}>
        <PopupsProvider>
          <main>
            <Routes>{routes}</Routes>
          </main>
        </PopupsProvider>
        <Announcer />
      </Provider>
    ));
}
