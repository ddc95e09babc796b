import type { Store } from '@reduxjs/toolkit';
import { Provider } from 'react-redux';
import { PopupsProvider } from '../shop/popups.tsx';
import { Announcer } from '../ui/announcer.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { PageChanges } from './page-changes.tsx';
import { AppRoutes } from './routes.tsx';

/** Everything inside the router. */
export function App({ store }: { store: Store }) {
  return (
    <ErrorBoundary>
      <Provider store={store}>
        <PopupsProvider>
          <PageChanges />
          <AppRoutes />
        </PopupsProvider>
        <Announcer />
      </Provider>
    </ErrorBoundary>
  );
}
