import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { PlatformPage } from '../features/catalog/list-pages.ts';
import { GamePage } from '../features/product/product-pages.ts';
import { pageOpener } from '../testing/open-page.tsx';

const openPage = pageOpener({ '/products/:platform': <PlatformPage />, '/product/:slug': <GamePage /> });

const LIST = 'GET /products/kinguin/Steam';
const heard: string[] = [];
beforeEach(() => {
  heard.length = 0;
  jest.spyOn(console, 'error').mockImplementation((words) => void heard.push(String(words)));
});
afterEach(() => void jest.restoreAllMocks());
const logged = () => heard.filter((words) => words.includes(' failed: '));

test.each([
  ['comes to nothing', 'no answer', 'FETCH_ERROR'],
  ['is a failure of the shop', { status: 503, body: { message: 'Broken' } }, '503'],
] as const)('a read whose answer %s is logged by its name with the reason', async (_what, answer, reason) => {
  const shop = openPage('/products/Steam', { [LIST]: answer, 'GET /health/live': { body: {} } });
  await shop.findByText('The list could not be loaded.');
  expect(logged()).toContain(`listPlatformProducts failed: ${reason}`);
});

test('a read whose answer cannot be read is logged, of which the browser says nothing', async () => {
  const shop = openPage('/products/Steam', { 'GET /health/live': { body: {} } });
  const again = await shop.findByRole('button', { name: 'Try again' });
  globalThis.fetch = async () => new Response('<h1>Welcome to the café</h1>', { headers: { 'Content-Type': 'application/json' } });
  await shop.user.click(again);
  await waitFor(() => expect(logged()).toContain('listPlatformProducts failed: PARSING_ERROR'));
});

test('what the shop answers on purpose is not logged: a game that is not there', async () => {
  const shop = openPage('/product/Half-Life-7', {
    'GET /products/kinguinId/7': { status: 404, body: { message: 'No such game.' } },
    'GET /health/live': { body: {} },
  });
  await shop.findByRole('heading', { name: 'Page Not Found!' });
  expect(logged()).toEqual([]);
});

test('what was on its way when the visitor leaves the document is not logged', async () => {
  let fail: () => void = () => undefined;
  const shop = openPage('/products/Steam', { 'GET /health/live': { body: {} } });
  await waitFor(() => expect(shop.callsOf(LIST)).not.toEqual([]));
  await shop.findByText('The list could not be loaded.');
  heard.length = 0;
  globalThis.fetch = () => new Promise((_resolve, reject) => (fail = () => reject(new TypeError('Failed to fetch'))));
  await shop.user.click(shop.getByRole('button', { name: 'Try again' }));
  window.dispatchEvent(new Event('pagehide'));
  fail();
  await shop.findByText('The list could not be loaded.');
  expect(logged()).toEqual([]);
});
