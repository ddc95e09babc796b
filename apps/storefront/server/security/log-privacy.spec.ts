/** @jest-environment node */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { storefront } from '../testing/storefront.ts';

/** Personal data and secrets in every part of a URL. */
const CANARY = 'canary-visitor@example.com';
const ADDRESSES = [
  ...[
    'newsletter/confirm',
    'newsletter/unsubscribe',
    'privacy/data',
    'privacy/close',
    'order/guest',
    'auth/reset',
    'auth/verify',
    'auth',
    'account',
    'search',
    'product',
  ],
  ...['software', 'products', 'about', 'blog', 'nothing'],
].flatMap((page) => [`/${page}/${CANARY}`, `/${page}/${CANARY}?page=2`, `/${page}/%E0${CANARY}`]);
const QUERIES = ['/success', '/checkout', '/game-list-filtred', '/home'].map(
  (page) => `${page}?session_id=${CANARY}&genres=${CANARY}&token=${CANARY}&name=${CANARY}`,
);

const said: string[] = [];
beforeEach(() => {
  said.length = 0;
  for (const level of ['debug', 'error', 'info', 'log', 'warn'] as const)
    jest.spyOn(console, level).mockImplementation((...words: unknown[]) => void said.push(words.map(String).join(' ')));
  for (const stream of [process.stdout, process.stderr])
    jest.spyOn(stream, 'write').mockImplementation((chunk) => said.push(String(chunk)) > 0);
});
afterEach(() => {
  jest.restoreAllMocks();
});

test('whatever a visitor asks for, and whatever fails, the log holds no word of it', async () => {
  const found = { products: [], totalPages: 1 };
  const answers = Object.fromEntries(
    [1, 2].map((page) => [`/products/search/${encodeURIComponent(CANARY)}?page=${page}&limit=10&currency=EUR`, found]),
  );
  const shop = await storefront({ answers, renderView: () => Promise.reject(new Error('broken')) });
  for (const url of [...ADDRESSES, ...QUERIES]) await shop.get(url, { cookie: `tk=${CANARY}; currency=${CANARY}` });
  // The failures were logged, including one of a search.
  expect(said.filter((line) => line.includes('/search/') && line.includes('broken')).length).toBeGreaterThanOrEqual(1);
  await shop.stopApi();
  for (const url of ADDRESSES) await shop.get(url);
  expect(said.filter((line) => /canary-visitor/i.test(line))).toEqual([]);
});
