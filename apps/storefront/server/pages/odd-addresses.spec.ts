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

test.each([
  ...['//evil.example/home/', '//evil.example/HOME', '/\\\\evil.example/HOME/', '/HOME//evil.example', '/Product///evil.example/'],
  ...[
    '/Blog/https:%2f%2fevil.example/',
    '/Auth/%2f%2fevil.example/',
    '/search?query=//evil.example',
    '/search?query=%0d%0aLocation:%20//evil.example',
  ],
  ...['/?//evil.example', '/?@evil.example', '/products/STEAM?to=//evil.example', '/products/%53TEAM/', 'http://evil.example/HOME/'],
])('%s leads to no other site', async (address) => {
  const shop = await storefront();
  const { statusCode, headers } = await shop.get(address);
  const { location = '/' } = headers;
  expect([statusCode < 500, new URL(String(location), 'http://shop.test').host]).toEqual([true, 'shop.test']);
});

test('no header of a visitor decides what a page, the map of pages or the address of its answer says', async () => {
  const shop = await storefront({ answers: { '/sitemap/parts': [] } });
  const forged = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-original-url': '/evil',
    'x-rewrite-url': '/evil',
    forwarded: 'host=evil.example',
  };
  for (const path of ['/home', '/my-cart', '/robots.txt', '/sitemap.xml', '/', '/HOME/']) {
    const { statusCode, headers, body } = await shop.get(path, forged);
    const { statusCode: status, body: text } = await shop.get(path);
    expect([path, statusCode, body]).toEqual([path, status, text]);
    expect(JSON.stringify(headers)).not.toContain('evil');
  }
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
