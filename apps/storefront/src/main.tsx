import { servedSetting } from '@keyturn/api-client';
import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from './app/app.tsx';
import { readServedView, anonymousFirstState, stateWith } from './app/first-view.ts';
import { followSession } from './app/follow-session.ts';
import { createShopStore } from './app/store.ts';
import { visitorBlocked } from './shop/connection/connection-slice.ts';
import { persistState } from './shop/storage/persist-state.ts';
import { takeSignIn } from './shop/session/sign-in-redirect.ts';
import { keepWishlistWithAccount } from './shop/wishlist/wishlist-sync.ts';
import './styles/base.css';

// Before any request: the token must not stay in the URL.
takeSignIn();
const view = readServedView();
const state = view ? stateWith(view) : undefined;
const store = createShopStore(state);
const served = view && state && anonymousFirstState(state, view.currency);
// The server has checked it before any request.
if (servedSetting('visitor') === 'blocked') store.dispatch(visitorBlocked(''));
persistState(store);
keepWishlistWithAccount(store);
followSession(store);

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root.');
const page = (
  <StrictMode>
    <BrowserRouter>
      <App store={store} {...(served && { served })} />
    </BrowserRouter>
  </StrictMode>
);
// Hydrated in slices, as nothing looks different afterwards.
if (view) startTransition(() => void hydrateRoot(root, page));
else createRoot(root).render(page);
