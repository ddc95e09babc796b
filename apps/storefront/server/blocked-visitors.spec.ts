/** @jest-environment node */
import { expect, test } from '@jest/globals';
import { setTimeout as wait } from 'node:timers/promises';
import { storefront } from './testing/storefront.ts';

const BLOCKED = { '/blocker/ips': ['192.0.2.0/24', '2001:db8:5::/48', '198.51.100.7'] };

test.each([
  ['/home', '192.0.2.7'],
  ['/', '192.0.2.7'],
  ['/search?query=x', '198.51.100.7'],
  ['/product/x-7', '2001:db8:5::1'],
  ['/sitemap.xml', '192.0.2.7'],
  ['/nowhere', '::ffff:192.0.2.7'],
  ['/%E0%A4%A', '192.0.2.7'],
])('%s is closed to the blocked %s, with a page that says so and asks the API for nothing', async (url, address) => {
  const shop = await storefront({ answers: BLOCKED });
  const { statusCode, body, headers } = await shop.get(url, {}, address);
  expect([statusCode, headers['cache-control'], headers.etag]).toEqual([403, 'no-store', undefined]);
  expect(body).toContain('<h1>This shop is not available to you</h1>');
  expect(body).toContain('<meta name="visitor" content="blocked" />');
  expect(body).not.toContain('rendered');
  expect(shop.asked).toEqual([]);
  expect((await shop.get(url, {}, '203.0.113.7')).statusCode).not.toBe(403);
});

test('the health check and the files that show the page stay open', async () => {
  const shop = await storefront({ answers: BLOCKED });
  for (const url of ['/health', '/assets/index-1.js']) expect([url, (await shop.get(url, {}, '192.0.2.7')).statusCode]).toEqual([url, 200]);
});

test.each([
  [0, 200],
  [1, 403],
])('with %i trusted proxies, a forwarded address that is blocked gets %i', async (trustedProxies, status) => {
  const shop = await storefront({ answers: BLOCKED, trustedProxies });
  expect((await shop.get('/my-cart', { 'x-forwarded-for': '192.0.2.7' })).statusCode).toBe(status);
});

test('a change of the list counts within a second, and the last one stays while the API is silent', async () => {
  const answers: Record<string, unknown> = { '/blocker/ips': ['192.0.2.7'] };
  const shop = await storefront({ answers });
  const statusOf = async (address: string) => (await shop.get('/my-cart', {}, address)).statusCode;
  expect(await statusOf('192.0.2.7')).toBe(403);
  answers['/blocker/ips'] = ['192.0.2.8'];
  const changedAt = performance.now();
  while ((await statusOf('192.0.2.7')) === 403 && performance.now() - changedAt < 1000) await wait(20);
  expect([await statusOf('192.0.2.7'), await statusOf('192.0.2.8')]).toEqual([200, 403]);
  await shop.stopApi();
  await wait(2500);
  expect(await statusOf('192.0.2.8')).toBe(403);
}, 15_000);
