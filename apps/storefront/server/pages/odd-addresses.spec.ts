/** @jest-environment node */
import { afterEach, expect, jest, test } from '@jest/globals';
import { storefront } from '../testing/storefront.ts';

afterEach(() => void jest.restoreAllMocks());

const PAGES = [
  '',
  'home',
  'product',
  'software',
  'products',
  'about',
  'blog',
  'search',
  'auth',
  'auth/reset',
  'account',
  'order/guest',
].map((page) => (page === '' ? '' : `/${page}`));
const PARTS = [
  ...['%2e%2e', '%2E%2E', '.', '..', '%2e', '..%2f..%2fhome', '..%5c..', '..;', '%00', '%0d%0a', '%', '%E0%A4%A', '%ff'],
  ...[
    '__proto__',
    'constructor',
    'toString',
    '%E2%80%AE',
    '%F0%9F%8E%AE',
    '7%2e%2e',
    '-',
    '?',
    '?page=%',
    '?page=-1&genres=%00',
    '#',
    'x'.repeat(3000),
  ],
];

test('no address is answered with an error of the server, whatever the API answers at another one', async () => {
  const reported = jest.spyOn(console, 'error').mockReturnValue();
  const shop = await storefront({
    answers: { '/blog/': [], '/blog': [], '/products/': { games: [], totalPages: 1 }, '/home': [], '/pages/pages': [] },
  });
  const failed: string[] = [];
  for (const page of PAGES)
    for (const part of PARTS) {
      const status = await shop.statusOf(`${page}/${part}`);
      if (status === undefined || status >= 500) failed.push(`${page}/${part}: ${status}`);
    }
  expect(failed).toEqual([]);
  expect(reported).not.toHaveBeenCalled();
});

test('/blog/%2e%2e is a page that is not there, and the list of posts is not read for it', async () => {
  const shop = await storefront({ answers: { '/blog/': [] } });
  expect(await shop.statusOf('/blog/%2e%2e')).toBe(404);
  expect(shop.asked).not.toContain('/blog/');
});

test('an answer of the API that is not as expected costs the page its details, and is reported without the address', async () => {
  const reported = jest.spyOn(console, 'error').mockReturnValue();
  const shop = await storefront({ answers: { '/blog/title/ada%40example.com': ['nothing of a post'] } });
  const { statusCode, body } = await shop.get('/blog/ada%40example.com');
  expect([statusCode, body]).toEqual([200, expect.stringContaining('<div id="root">')]);
  expect(reported.mock.calls.flat().map(String).join(' ')).toMatch(/^A page of .*blog.* could not be made/);
  expect(reported.mock.calls.flat().map(String).join(' ')).not.toContain('ada');
});
