import { beforeAll, expect, jest, test } from '@jest/globals';
import { type Currency, currencyCode } from '@keyturn/shop-rules';
import { StrictMode } from 'react';
import type { ServedAnswer, ServedView } from './app/first-view.ts';
import { fakeApi } from './testing/fake-api.ts';
import { InView } from './testing/in-view.ts';
import { game, gamePage, storeCart } from './testing/products.ts';

const pages = { endpointName: 'listPages', arg: undefined, value: [{ name: 'About Us', type: 'Company' }] } as unknown as ServedAnswer;
const review = { _id: '1', rating: 4, description: 'A good crowbar.', createdAt: '2026-10-01T00:00:00.000Z', user: { username: 'Ada' } };
const VIEWS = {
  '/product/Half-Life-7': [
    { endpointName: 'getGameByKinguinId', arg: { id: '7' }, value: gamePage() },
    { endpointName: 'listReviews', arg: { productType: 'kinguin', productId: '7' }, value: [review] },
    {
      endpointName: 'listSimilarProducts',
      arg: { similarProductsRequest: { id: '7', genres: ['Action'], platform: 'Steam' } },
      value: { products: [game({ name: 'Portal', kinguinId: 9, _id: '9' })] },
    },
  ],
  '/products/Steam?page=2': [
    {
      endpointName: 'listPlatformProducts',
      arg: { platform: 'Steam', page: 2, limit: 16 },
      value: { products: [game()], totalPages: 3 },
    },
  ],
  '/products/Steam?genres=RPG&minPrice=2&maxPrice=90&sort=priceAsc': [
    {
      endpointName: 'listPlatformProducts',
      arg: { platform: 'Steam', page: 1, limit: 16, genres: 'RPG', minPrice: 2, maxPrice: 90, sort: 'priceAsc' },
      value: { products: [game()], totalPages: 2 },
    },
  ],
  '/search/half%20life': [
    { endpointName: 'searchProducts', arg: { query: 'half life', page: 1, limit: 10 }, value: { products: [game()], totalPages: 1 } },
  ],
  '/home': [{ endpointName: 'getHome', arg: undefined, value: [[{ products: [game({ name: 'Featured', kinguinId: 70 })] }]] }],
};

/** Data embedded in the page. */
function viewOf(url: string, currency: Currency): ServedView {
  const own = VIEWS[url as keyof typeof VIEWS].map(({ arg, ...answer }) => ({
    ...answer,
    // Only lists name their currency.
    arg: arg && 'limit' in arg ? { ...arg, currency: currencyCode(currency) } : arg,
  }));
  return { answers: [...(own as unknown as ServedAnswer[]), pages], currency, at: Date.now() };
}

const served = new Map<string, { html: string; view: ServedView }>();

/** Every page as the server renders it, in two currencies. */
async function renderAll(): Promise<void> {
  // A server has no IntersectionObserver, and React's server renderer needs globals that jsdom lacks.
  const observer = globalThis.IntersectionObserver;
  Reflect.deleteProperty(globalThis, 'IntersectionObserver');
  Object.assign(globalThis, { setImmediate: setTimeout });
  const { renderView } = await import('./entry-server.tsx');
  for (const url of Object.keys(VIEWS)) {
    for (const currency of ['Eur', 'Pln'] as const) {
      const view = viewOf(url, currency);
      served.set(`${url} ${currency}`, { html: await renderView(url, view), view });
    }
  }
  Object.assign(globalThis, { IntersectionObserver: observer });
}

/** As imported by main.tsx. */
async function loadBrowser() {
  const { act } = await import('react');
  const { hydrateRoot } = await import('react-dom/client');
  const { BrowserRouter } = await import('react-router-dom');
  const { App } = await import('./app/app.tsx');
  const { anonymousFirstState, stateWith } = await import('./app/first-view.ts');
  const { createShopStore } = await import('./app/store.ts');
  return { act, hydrateRoot, BrowserRouter, App, anonymousFirstState, stateWith, createShopStore };
}

let browser: Awaited<ReturnType<typeof loadBrowser>>;
beforeAll(async () => {
  await renderAll();
  // The browser is another process: modules of React are not shared.
  jest.resetModules();
  browser = await loadBrowser();
});

function serve(url: string, currency: Currency = 'Eur') {
  const page = served.get(`${url} ${currency}`);
  if (!page) throw new Error(`${url} was not rendered in ${currency}.`);
  return page;
}

/** As main.tsx does. */
async function takeOver(root: HTMLElement, view: ServedView) {
  const { act, hydrateRoot, BrowserRouter, App, anonymousFirstState, stateWith, createShopStore } = browser;
  const state = stateWith(view);
  const opened = await act(() =>
    hydrateRoot(
      root,
      <StrictMode>
        <BrowserRouter>
          <App store={createShopStore(state)} served={anonymousFirstState(state, view.currency)} />
        </BrowserRouter>
      </StrictMode>,
    ),
  );
  return () => act(() => opened.unmount());
}

test.each(Object.keys(VIEWS))('%s is rendered whole, with nothing that the content security policy refuses', async (url) => {
  const { html } = serve(url);
  expect(html).toContain('<h1');
  expect(html).toContain('€36.00');
  expect(html).toContain('About Us');
  expect(html).not.toMatch(/<script|<style| style="|<template|<link/);
});

test.each(Object.keys(VIEWS))('%s comes in złoty for a visitor who chose them, and is taken over without a difference', async (url) => {
  const errors = jest.spyOn(console, 'error').mockReturnValue(undefined);
  localStorage.setItem('currency', 'Pln');
  const { html, view } = serve(url, 'Pln');
  expect(html).toContain('155.00\u00a0zł');
  expect(html).not.toMatch(/€\d/);
  document.body.innerHTML = `<div id="root">${html}</div>`;
  const root = document.getElementById('root') as HTMLElement;
  window.history.replaceState(null, '', url);
  const calls = fakeApi({ 'GET /pages/pages': { body: [] } });
  const leave = await takeOver(root, view);
  expect(errors.mock.calls).toEqual([]);
  expect(root.textContent).toContain('155.00\u00a0zł');
  expect(calls.map(({ name }) => name)).toEqual(['GET /pages/pages']);
  errors.mockRestore();
  leave();
});

test.each(Object.keys(VIEWS))('each part of %s that is taken over apart says when it is', async (url) => {
  const { html, view } = serve(url);
  document.body.innerHTML = `<div id="root">${html}</div>`;
  const root = document.getElementById('root') as HTMLElement;
  const parts = [document.body, ...root.querySelectorAll('[data-hydrates]')];
  window.history.replaceState(null, '', url);
  fakeApi({ 'GET /pages/pages': { body: [] } });
  const observer = globalThis.IntersectionObserver;
  Object.assign(globalThis, { IntersectionObserver: InView });
  const taken = new Set<EventTarget | null>();
  const note = ({ target }: Event) => void taken.add(target);
  document.addEventListener('keyturn:hydrated', note);
  const leave = await takeOver(root, view);
  // Blocks near the view are hydrated a moment after the page.
  await browser.act(async () => {});
  document.removeEventListener('keyturn:hydrated', note);
  Object.assign(globalThis, { IntersectionObserver: observer });
  expect(parts.length).toBeGreaterThan(1);
  expect(parts.filter((part) => !taken.has(part)).map(({ outerHTML }) => outerHTML.slice(0, 100))).toEqual([]);
  leave();
});

test('a product comes with its reviews and what is like it', async () => {
  const { html } = serve('/product/Half-Life-7');
  expect(html).toContain('A good crowbar.');
  expect(html).toContain('Portal');
});

test.each(Object.keys(VIEWS))('the browser takes %s over without a difference and without a call for what came along', async (url) => {
  const errors = jest.spyOn(console, 'error').mockReturnValue(undefined);
  // The first view must not depend on the visitor.
  storeCart({});
  localStorage.setItem('currency', 'Usd');
  const { html, view } = serve(url);
  document.body.innerHTML = `<div id="root">${html}</div>`;
  const root = document.getElementById('root') as HTMLElement;
  const heading = root.querySelector('h1');
  window.history.replaceState(null, '', url);
  const calls = fakeApi({
    'GET /pages/pages': { body: [] },
    'GET /products/kinguin/Steam': { body: { products: [game()], totalPages: 3 } },
    'GET /products/search/half life': { body: { products: [game()], totalPages: 1 } },
  });
  const leave = await takeOver(root, view);
  expect(errors.mock.calls).toEqual([]);
  // Its own cart and currency, in the server-rendered elements.
  expect(root.querySelector('a[aria-label^="Cart"]')?.getAttribute('aria-label')).toBe('Cart, 1 item');
  expect(root.querySelector('h1')).toBe(heading);
  expect(root.textContent).toContain('$');
  expect(calls.map(({ name }) => name)).not.toContain('GET /products/kinguinId/7');
  expect(calls.map(({ name }) => name)).not.toContain('GET /home');
  errors.mockRestore();
  leave();
});
