/** @jest-environment node */
import { afterEach, expect, test } from '@jest/globals';
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { gamePage } from '../src/testing/products.ts';
import { createServer } from './app.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A storefront over a tiny build, and an API that knows what is given. */
async function storefront({ answers = {}, origin = 'http://shop.test' }: { answers?: Record<string, unknown>; origin?: string } = {}) {
  const files = mkdtempSync(join(tmpdir(), 'keyturn-storefront-'));
  mkdirSync(join(files, '.vite'));
  mkdirSync(join(files, 'assets'));
  writeFileSync(join(files, 'index.html'), '<html><head><!--head--></head><body><div id="root"></div></body></html>');
  writeFileSync(
    join(files, '.vite/manifest.json'),
    JSON.stringify({
      'index.html': { file: 'assets/index-1.js', isEntry: true, imports: ['_shop.js'] },
      '_shop.js': { file: 'assets/shop-1.js' },
      'src/features/product/product-pages.ts': { file: 'assets/product-1.js', css: ['assets/product-1.css'], imports: ['_shop.js'] },
    }),
  );
  writeFileSync(join(files, 'assets/index-1.js'), 'plain');
  writeFileSync(join(files, 'assets/index-1.js.br'), 'small');
  const asked: string[] = [];
  const api: Server = createHttpServer((request, response) => {
    asked.push(request.url ?? '');
    const body = answers[request.url ?? ''];
    response.writeHead(body === undefined ? 404 : 200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body ?? {}));
  });
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  const apiOrigin = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
  const stopApi = () => new Promise((resolve) => api.close(resolve));
  const app: FastifyInstance = await createServer({
    files,
    config: { host: '127.0.0.1', port: 0, storefrontOrigin: origin, apiOrigin: 'https://api.test', apiInternalOrigin: apiOrigin },
  });
  closing.push(
    () => app.close(),
    stopApi,
    () => rmSync(files, { recursive: true }),
  );
  return { get: (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers }), asked, stopApi };
}

const oneGame = { '/products/kinguinId/7': gamePage({ name: 'Half-Life </script><b>', title: 'Half-Life "Gold"' }) };

test('a product’s head carries title, description, canonical address and offer before any script runs', async () => {
  const shop = await storefront({ answers: oneGame });
  const { statusCode, body } = await shop.get('/product/wrong-words-7');
  expect(statusCode).toBe(200);
  expect(body).toContain('<title>Half-Life &#34;Gold&#34; | Keyturn</title>');
  expect(body).toContain('<meta name="description" content="A crowbar against everybody." />');
  expect(body).toContain('<link rel="canonical" href="http://shop.test/product/Half-Life-%3C-script%3E%3Cb%3E-7" />');
  expect(body).toContain('"price":"36.00","priceCurrency":"EUR","availability":"https://schema.org/InStock"');
});

test('a product’s name cannot close the script that carries its data', async () => {
  const shop = await storefront({ answers: oneGame });
  const { body } = await shop.get('/product/x-7');
  expect(body.match(/<\/script>/g)).toHaveLength(1);
  expect(body).toContain('\\u003c/script>');
});

test.each(['/product/x-8', '/product/x-abc', '/software/x-01jnone', '/products/Atari', '/nowhere', '/404', '/%E0%A4%A'])(
  '%s is a real 404 that still brings the shop',
  async (url) => {
    const shop = await storefront();
    const { statusCode, body } = await shop.get(url);
    expect(statusCode).toBe(404);
    expect(body).toContain('<div id="root">');
  },
);

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
  expect(shop.asked).toHaveLength(1);
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

test('a page names its own chunk, beyond what the entry brings', async () => {
  const shop = await storefront({ answers: oneGame });
  const { body } = await shop.get('/product/x-7');
  expect(body).toContain('<link rel="modulepreload" crossorigin href="/assets/product-1.js" />');
  expect(body).not.toContain('href="/assets/shop-1.js"');
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
])('%s leads for good to %s', async (asked, right) => {
  const shop = await storefront();
  const { statusCode, headers } = await shop.get(asked);
  expect([statusCode, headers.location]).toEqual([308, right]);
});

test.each(['//evil.example/', '/nowhere/', '//home/'])('%s leads nowhere', async (asked) => {
  const shop = await storefront();
  const { statusCode, headers } = await shop.get(asked);
  expect([statusCode, headers.location]).toEqual([404, undefined]);
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
