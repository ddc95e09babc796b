import { text } from 'node:stream/consumers';
import { renderWithSettings, shopApi } from '@keyturn/api-client';
import { configureStore } from '@reduxjs/toolkit';
import { StrictMode } from 'react';
import { prerenderToNodeStream } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { App } from './app/app.tsx';
import { type ServedView, anonymousFirstState, stateWith } from './app/first-view.ts';
import { shopReducer } from './shop/shop-state.ts';

export { renderWithSettings };

/**
 * The HTML of a page for an anonymous visitor with this currency, from these answers. Data that is not in them shows as loading.
 * `url` is path and query; `signal` ends the rendering. @throws whatever a component throws, and the signal's reason
 */
export async function renderView(url: string, view: ServedView, signal?: AbortSignal): Promise<string> {
  const store = configureStore({
    reducer: shopReducer,
    preloadedState: anonymousFirstState(stateWith(view), view.currency),
    middleware: (defaults) => defaults().concat(shopApi.middleware),
  });
  const errors: unknown[] = [];
  const { prelude } = await prerenderToNodeStream(
    <StrictMode>
      <StaticRouter location={url}>
        <App store={store} />
      </StaticRouter>
    </StrictMode>,
    // Rendered completely: a streamed part would need an inline script.
    { onError: (error) => void errors.push(error), progressiveChunkSize: Number.MAX_SAFE_INTEGER, ...(signal && { signal }) },
  );
  if (errors.length > 0) throw errors[0];
  const html = await text(prelude);
  // React would add preloads of the largest pictures; the page's head has them already.
  return html.replace(/^(?:<link\b[^>]*>)+/, '');
}
