/** @jest-environment node */
import { expect, test } from '@jest/globals';
import { once } from 'node:events';
import { gunzipSync, gzipSync } from 'node:zlib';
import { PLATFORMS } from '@keyturn/shop-rules';
import { storefront } from '../testing/storefront.ts';
import { Sitemap } from './sitemap.ts';

const product = (n: number, name = `Game ${n}`) => ({ _id: `p${n}`, kinguinId: n, name, updatedAt: `2026-01-0${n}T00:00:00Z` });
const platforms = Object.fromEntries(
  PLATFORMS.map((name) => [
    `/products/kinguin/${encodeURIComponent(name)}?limit=1`,
    { products: [], totalPages: name === 'Steam' ? 9 : 0 },
  ]),
);
const answers = {
  ...platforms,
  '/pages/pages': [{ name: 'About Us' }, { name: 'Refund Policy' }],
  '/blog/': [
    { uniqueRoute: 'old', date: '2026-01-01T00:00:00Z' },
    { uniqueRoute: 'new', date: '2026-02-01T00:00:00Z' },
  ],
  '/sitemap/parts': [
    { after: '', lastChangeAt: '2026-01-03T00:00:00Z' },
    { after: 'p3', lastChangeAt: '2026-01-05T00:00:00Z' },
  ],
  '/sitemap/products?after=': { products: [product(1, `Tom & <Jerry> "2"'s`), product(2)], next: 'p2' },
  '/sitemap/products?after=p2': { products: [product(3), product(4)], next: 'p4' },
  '/sitemap/products?after=p3': { products: [product(4), { ...product(5), kinguinId: null }], next: null },
};
const addresses = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address?.replace('http://shop.test', ''));

test('the index names the pages and every part of the products, with its latest change', async () => {
  const shop = await storefront({ answers });
  const { statusCode, headers, body } = await shop.get('/sitemap.xml');
  expect([statusCode, headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8']);
  expect(body).toMatch(
    /^<\?xml version="1.0" encoding="UTF-8"\?>\n<sitemapindex xmlns="http:\/\/www.sitemaps.org\/schemas\/sitemap\/0.9">/,
  );
  expect(addresses(body)).toEqual(['/sitemap/pages.xml', '/sitemap/products-1.xml', '/sitemap/products-2.xml']);
  expect(body).toContain('<loc>http://shop.test/sitemap/products-2.xml</loc><lastmod>2026-01-05T00:00:00Z</lastmod>');
});

test('a part holds its own products and none of the next', async () => {
  const shop = await storefront({ answers });
  const first = (await shop.get('/sitemap/products-1.xml')).body;
  expect(addresses(first)).toEqual(['/product/Tom-%26-%3CJerry%3E-%222%22&#39;s-1', '/product/Game-2-2', '/product/Game-3-3']);
  expect(first).toContain('<lastmod>2026-01-02T00:00:00Z</lastmod>');
  expect(first.endsWith('</urlset>\n')).toBe(true);
  expect(addresses((await shop.get('/sitemap/products-2.xml')).body)).toEqual(['/product/Game-4-4', '/software/Game-5-p5']);
});

test('a part holds 50,000 addresses at most, whatever has come since the parts were counted', async () => {
  const many = Array.from({ length: 50_003 }, (_, n) => ({ ...product(1), _id: `p${n}`, kinguinId: n + 1 }));
  const shop = await storefront({
    answers: {
      '/sitemap/parts': [{ after: '', lastChangeAt: '2026-01-03T00:00:00Z' }],
      '/sitemap/products?after=': { products: many.slice(0, 49_999), next: 'x' },
      '/sitemap/products?after=x': { products: many.slice(49_999), next: null },
    },
  });
  const listed = addresses((await shop.get('/sitemap/products-1.xml')).body);
  expect([listed.length, listed.at(-1)]).toEqual([50_000, '/product/Game-1-50000']);
});

test('the pages are home, the lists that hold something, content and posts', async () => {
  const shop = await storefront({ answers });
  const { body } = await shop.get('/sitemap/pages.xml');
  expect(addresses(body)).toEqual([
    '/home',
    '/products/Steam',
    '/softwares',
    '/game-list-filtred',
    '/guide',
    '/contact',
    '/about',
    '/about/Refund%20Policy',
    '/blogs',
    '/blog/old',
    '/blog/new',
  ]);
  expect(body).toContain('/blogs</loc><lastmod>2026-02-01T00:00:00Z</lastmod>');
});

test('a client that accepts gzip gets the same compressed', async () => {
  const shop = await storefront({ answers });
  const plain = await shop.get('/sitemap/products-2.xml');
  const packed = await shop.get('/sitemap/products-2.xml', { 'accept-encoding': 'gzip, br' });
  expect(packed.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body);
});

test('a file is unpacked as fast as it is read: who reads nothing holds a small part of it', async () => {
  const unpacking = Sitemap.unpacked(gzipSync(Buffer.alloc(8_000_000, 'x')));
  await once(unpacking, 'readable');
  await new Promise((resolve) => setImmediate(resolve));
  expect(unpacking.readableLength).toBeLessThan(200_000);
  let size = 0;
  for await (const piece of unpacking) size += (piece as Buffer).length;
  expect(size).toBe(8_000_000);
});

test.each(['/sitemap/products-3.xml', '/sitemap/products-0.xml', '/sitemap/', '/sitemap/other.xml'])('%s is not there', async (url) => {
  const shop = await storefront({ answers });
  expect((await shop.get(url)).statusCode).toBe(404);
});

test('the API is asked for a part once an hour, and the part outlives it', async () => {
  const shop = await storefront({ answers });
  const [first] = await Promise.all(Array.from({ length: 20 }, () => shop.get('/sitemap/products-1.xml')));
  expect(shop.asked.filter((url) => url === '/sitemap/products?after=')).toHaveLength(1);
  await shop.stopApi();
  expect((await shop.get('/sitemap/products-1.xml')).body).toBe(first?.body);
});

test('without an API a crawler gets 503 with Retry-After, and the file once there is one', async () => {
  const missing: Record<string, unknown> = { ...answers };
  delete missing['/sitemap/products?after=p2'];
  const shop = await storefront({ answers: missing });
  const { statusCode, headers } = await shop.get('/sitemap/products-1.xml');
  expect([statusCode, headers['retry-after'], headers['cache-control']]).toEqual([503, '120', 'no-store']);
  missing['/sitemap/products?after=p2'] = answers['/sitemap/products?after=p2'];
  expect((await shop.get('/sitemap/products-1.xml')).statusCode).toBe(200);
});

test('robots.txt names the sitemap, keeps crawlers from endless filters, and forbids no page that says noindex itself', async () => {
  const shop = await storefront();
  const { body, headers } = await shop.get('/robots.txt');
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(body).toContain('Sitemap: http://shop.test/sitemap.xml');
  expect(body).toContain('Disallow: /*?genres=\nDisallow: /*&genres=');
  expect(body).not.toMatch(/Disallow: \/(?!\*)/);
});
