import { Provider } from 'react-redux';
import type { Store } from 'redux';
import type { ShopState } from '../shop/shop-state.ts';
import { PopupsProvider } from '../shop/popups/popups.tsx';
import { Hydrated } from '../lib/hydrated.tsx';
import { Announcer } from '../ui/feedback/announcer.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { PageChanges } from './page-changes.tsx';
import { AppRoutes } from './routes.tsx';

const body = () => document.body;

/** Everything inside the router. `served` is the state of the server-rendered first view, if there is one. */
export function App({ store, served }: { store: Store<ShopState>; served?: ShopState | undefined }) {
  return (
    <ErrorBoundary>
      <Provider store={store} {...(served && { serverState: served })}>
        <PopupsProvider>
          <PageChanges />
          <AppRoutes />
        </PopupsProvider>
        <Announcer />
        <Hydrated part={body} />
      </Provider>
    </ErrorBoundary>
  );
}
