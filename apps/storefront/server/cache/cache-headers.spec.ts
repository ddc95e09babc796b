/** @jest-environment node */
import { expect, test } from '@jest/globals';
import { CURRENCIES, DEFAULT_CURRENCY } from '@keyturn/shop-rules';
import { gamePage } from '../../src/testing/products.ts';
import { storefront } from '../testing/storefront.ts';
import { cacheHeadersOf } from './cache-headers.ts';

const VISITOR = 'tk=a.b.c; username=Ada; allow-cookies=yes';
const FOR_ALL = ['no-cache', 'max-age=1'];
const FOR_ONE = ['private, no-cache', 'no-store'];
const BY_NONE = ['no-store', undefined];
const AN_HOUR = ['public, max-age=3600', undefined];
const FOR_EVER = ['public, max-age=31536000, immutable', undefined];

test('of all pages, those that were found at an address without a secret, in the usual currency, are for all visitors', () => {
  for (const currency of CURRENCIES)
    for (const status of [200, 403, 404])
      for (const isSecret of [true, false])
        for (const isPlain of [true, false]) {
          const headers = cacheHeadersOf({ status, currency, isPlain, isSecret });
          const isForAll = status === 200 && currency === DEFAULT_CURRENCY && !isPlain && !isSecret;
          expect([headers['Cache-Control'], headers['CDN-Cache-Control']]).toEqual(isForAll ? FOR_ALL : isSecret ? BY_NONE : FOR_ONE);
          expect(headers.Vary).toBe('Accept-Encoding, Cookie');
        }
});

test.each([
  ['/home', '', FOR_ALL],
  ['/home', VISITOR, FOR_ALL],
  ['/home', 'currency=Eur', FOR_ALL],
  ['/home', 'currency=Usd', FOR_ONE],
  ['/home', `${VISITOR}; currency=Usd`, FOR_ONE],
  ['/product/x-7', '', FOR_ALL],
  ['/product/x-7', 'currency=Pln', FOR_ONE],
  ['/product/x-8', '', FOR_ONE],
  ['/account/orders', VISITOR, FOR_ALL],
  ['/nowhere', '', FOR_ONE],
  ['/%E0%A4%A', '', FOR_ONE],
  ['/home?token=abc&name=Ada', '', BY_NONE],
  ['/order/guest/1-abc-def', '', BY_NONE],
  ['/auth/reset/abc', '', BY_NONE],
  ['/', '', BY_NONE],
  ['/search?query=a', '', BY_NONE],
  ['/HOME', 'currency=Usd', BY_NONE],
  // The address that it leads to has the secret, too.
  ['/Auth/Reset/abc', '', BY_NONE],
  ['/assets/index-1.js', VISITOR, FOR_EVER],
  ['/assets/gone-0.js', '', BY_NONE],
  ['/robots.txt', '', AN_HOUR],
  ['/sitemap/none.xml', '', BY_NONE],
  ['/health', '', BY_NONE],
])('%s with the cookies "%s" says %j to browsers and to caches that visitors share, and sets no cookie', async (url, cookie, expected) => {
  const shop = await storefront({ answers: { '/products/kinguinId/7': gamePage() } });
  const { headers } = await shop.get(url, { cookie });
  expect([headers['cache-control'], headers['cdn-cache-control']]).toEqual(expected);
  expect(headers['set-cookie']).toBeUndefined();
});

test('a page that was made without an answer of the API is for nobody else', async () => {
  const shop = await storefront();
  await shop.stopApi();
  for (const url of ['/home', '/product/x-7', '/search/portal']) {
    const { statusCode, headers } = await shop.get(url);
    expect([url, statusCode, headers['cache-control'], headers['cdn-cache-control']]).toEqual([url, 200, ...FOR_ONE]);
  }
  // Nothing of it comes from the API.
  expect((await shop.get('/my-cart')).headers['cdn-cache-control']).toBe('max-age=1');
});

test('who is logged in and who is not, in whichever country, are sent the very same page', async () => {
  const shop = await storefront({ answers: { '/products/kinguinId/7': gamePage() } });
  for (const url of ['/home', '/product/x-7', '/account/orders', '/my-cart']) {
    const [unknown, known] = [await shop.get(url), await shop.get(url, { cookie: VISITOR, authorization: 'a.b.c', 'cf-ipcountry': 'PL' })];
    expect([url, known.body]).toEqual([url, unknown.body]);
  }
});
