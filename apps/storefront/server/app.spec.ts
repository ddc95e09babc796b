/** @jest-environment node */
import { expect, jest, test } from '@jest/globals';
import { gamePage } from '../src/testing/products.ts';
import { storefront } from './testing/storefront.ts';

const oneGame = { '/products/kinguinId/7': gamePage() };

test.each([
  '/product/x-8',
  '/product/x-abc',
  '/software/x-01jnone',
  '/products/Atari',
  '/about/Nothing',
  '/blog',
  '/blog/nothing',
  '/nowhere',
  '/404',
  '/%E0%A4%A',
])('%s is a real 404 that still brings the shop', async (url) => {
  const shop = await storefront();
  const { statusCode, body } = await shop.get(url);
  expect(statusCode).toBe(404);
  expect(body).toContain('<div id="root">');
});

test('a body is not read, and ends the connection', async () => {
  const shop = await storefront();
  for (const body of ['[', 'x'.repeat(2 * 1024 * 1024)]) {
    const { statusCode, headers } = await shop.post('/home', body);
    expect([statusCode, headers.connection]).toEqual([404, 'close']);
  }
  expect((await shop.get('/home')).headers.connection).not.toBe('close');
});

test('a malformed product address asks the API for nothing', async () => {
  const shop = await storefront();
  await shop.get('/product/x-abc');
  expect(shop.asked).toEqual([]);
});

test('an API that is down costs the head its details, not the page', async () => {
  const shop = await storefront({ answers: oneGame });
  await shop.stopApi();
  const { statusCode, body } = await shop.get('/product/x-7');
  expect(statusCode).toBe(200);
  expect(body).toContain('<title>Keyturn</title>');
});

test('a hundred visits of one product ask the API once', async () => {
  const shop = await storefront({ answers: oneGame });
  await Promise.all(Array.from({ length: 100 }, () => shop.get('/product/x-7')));
  expect(shop.asked.toSorted()).toEqual(['/pages/pages', '/products/kinguinId/7', '/products/similarProducts', '/review/kinguin/7']);
});

test('every page names the API’s public address, never the inner one', async () => {
  const shop = await storefront();
  const { body } = await shop.get('/my-cart');
  expect(body).toContain('<meta name="api-origin" content="https://api.test" />');
  expect(body).not.toContain('127.0.0.1');
});

test('the policy admits no inline script or style, and calls and pictures of the API alone', async () => {
  const shop = await storefront();
  const { headers } = await shop.get('/home');
  const policy = String(headers['content-security-policy']);
  expect(policy).not.toMatch(/unsafe|\*|https?:(?!\/\/api\.test)/);
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("img-src 'self' https://api.test;");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
  });
});

test.each([
  ['https://shop.test', 'max-age=31536000; includeSubDomains'],
  ['http://shop.test', undefined],
])('a shop at %s answers with Strict-Transport-Security %s', async (origin, expected) => {
  const shop = await storefront({ origin });
  expect((await shop.get('/home')).headers['strict-transport-security']).toBe(expected);
});

test.each([
  '/home?token=abc&name=Ada',
  '/?token=abc&name=Ada',
  '/Home?token=abc&name=Ada',
  '/order/guest/1-abc-def',
  '/newsletter/confirm/abc',
  '/newsletter/unsubscribe/abc',
  '/privacy/data/abc',
  '/privacy/close/abc',
  '/auth/reset/abc',
  '/auth/verify/abc',
])('no site that %s links to learns that address, and nothing stores the page', async (url) => {
  const shop = await storefront();
  expect((await shop.get(url)).headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' });
  const plain = (await shop.get('/home')).headers;
  expect(plain).toMatchObject({ 'referrer-policy': 'strict-origin-when-cross-origin', 'cache-control': 'no-cache' });
});

test('hashed files are kept for ever and sent compressed; pages are asked for each time', async () => {
  const shop = await storefront();
  const file = await shop.get('/assets/index-1.js', { 'accept-encoding': 'gzip, br' });
  expect(file.headers).toMatchObject({ 'cache-control': 'public, max-age=31536000, immutable', 'content-encoding': 'br' });
  expect(file.body).toBe('small');
  expect((await shop.get('/my-cart')).headers['cache-control']).toBe('no-cache');
});

test.each(['/assets/gone-0.js', '/.vite/manifest.json', '/index.html', '/assets/../../package.json'])('%s is not sent', async (url) => {
  const shop = await storefront();
  const { statusCode, body } = await shop.get(url);
  expect(statusCode).toBe(404);
  expect(body).not.toContain('isEntry');
});

test('a page that the script shows names its own chunk, beyond what the entry brings', async () => {
  const shop = await storefront({ answers: oneGame, renderView: () => Promise.reject(new Error('Nothing is rendered here.')) });
  jest.spyOn(console, 'error').mockReturnValueOnce(undefined);
  const { body } = await shop.get('/product/x-7');
  expect(body).toContain('<script type="module" crossorigin src="/assets/index-1.js"></script>');
  expect(body).toContain('<link rel="modulepreload" crossorigin href="/assets/product-1.js" />');
  expect(body).not.toContain('href="/assets/shop-1.js"');
});

test('a page that the server has rendered brings the small script alone, which knows what to fetch later', async () => {
  const shop = await storefront({ answers: oneGame });
  const { body } = await shop.get('/product/x-7');
  expect(body.match(/<script type="module".*?>/g)).toEqual([
    '<script type="module" src="/assets/start-1.js" data-entry="/assets/index-1.js" data-parts="/assets/product-1.js">',
  ]);
  expect(body).not.toContain('modulepreload');
  expect(body).toContain('<link rel="stylesheet" crossorigin href="/assets/product-1.css" />');
});

test.each(['/product/x-7', '/my-cart', '/guide'])('a browser that has %s already gets 304, however it was compressed', async (url) => {
  const shop = await storefront({ answers: oneGame });
  const { etag } = (await shop.get(url, { 'accept-encoding': 'br' })).headers;
  for (const known of [etag, `"other", ${etag}`, '*']) {
    const { statusCode, headers, body } = await shop.get(url, { 'if-none-match': String(known) });
    expect([statusCode, headers.etag, body]).toEqual([304, etag, '']);
    expect(headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'Accept-Encoding, Cookie' });
  }
  expect((await shop.get(url, { 'if-none-match': 'W/"other"' })).statusCode).toBe(200);
});

test('what is not there is a 404 each time', async () => {
  const shop = await storefront();
  const { etag } = (await shop.get('/nowhere')).headers;
  expect((await shop.get('/nowhere', { 'if-none-match': String(etag) })).statusCode).toBe(404);
});

test('pages of one visitor stay out of search engines', async () => {
  const shop = await storefront();
  expect((await shop.get('/checkout')).body).toContain('<meta name="robots" content="noindex" />');
  expect((await shop.get('/softwares')).body).not.toContain('noindex');
});

test('the front door leads to /home with what stands behind the question mark', async () => {
  const shop = await storefront();
  const { statusCode, headers } = await shop.get('/?utm_source=mail');
  expect([statusCode, headers.location]).toEqual([302, '/home?utm_source=mail']);
});

test.each([
  ['/home/', '/home'],
  ['/HOME?page=2', '/home?page=2'],
  ['/Products/Steam/?page=2', '/products/Steam?page=2'],
  ['/PRODUCT/Half-Life-7', '/product/Half-Life-7'],
  ['/About/', '/about'],
  ['/products/steam', '/products/Steam'],
  ['/Products/STEAM/?page=2&genres=RPG', '/products/Steam?page=2&genres=RPG'],
  ['/products/xbox%20series%20x%7Cs', '/products/Xbox%20Series%20X%7CS'],
])('%s leads for good to %s', async (asked, right) => {
  const shop = await storefront();
  const { statusCode, headers } = await shop.get(asked);
  expect([statusCode, headers.location]).toEqual([301, right]);
});

test.each(['//evil.example/', '/nowhere/', '//home/', '/products/atari', '/products/%E0'])('%s leads nowhere', async (asked) => {
  const shop = await storefront();
  const { statusCode, headers } = await shop.get(asked);
  expect([statusCode, headers.location]).toEqual([404, undefined]);
});

test.each([
  [0, '127.0.0.1'],
  [1, '203.0.113.7'],
])('with %i trusted proxies, what a page needs is read for its visitor %s', async (trustedProxies, visitor) => {
  const shop = await storefront({ trustedProxies });
  await shop.get('/search/gta', { 'x-forwarded-for': '203.0.113.7' });
  expect([shop.asked.length > 0, [...shop.visitors]]).toEqual([true, [visitor]]);
});

test('the guide is a page with a head of its own', async () => {
  const shop = await storefront();
  const { statusCode, body } = await shop.get('/guide');
  expect(statusCode).toBe(200);
  expect(body).toContain('<title>Steam activation guide | Keyturn</title>');
  expect(body).toContain('<link rel="canonical" href="http://shop.test/guide" />');
});

test('the health check answers', async () => {
  const shop = await storefront();
  expect((await shop.get('/health')).json()).toEqual({ status: 'ok' });
});

test('every page has the addresses of the icons of the social networks, and the address cannot leave its place', async () => {
  const shop = await storefront();
  const { body } = await shop.get('/my-cart');
  expect(body).toContain('<meta name="social-tiktok" content="https://www.tiktok.com/@keyturn?a=1&#38;b=&#34;" />');
  expect(body).toContain('<meta name="social-x" content="https://x.com/" />');
});
