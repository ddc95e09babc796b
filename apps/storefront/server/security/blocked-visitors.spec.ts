/** @jest-environment node */
import { afterEach, expect, jest, test } from '@jest/globals';
import { ApiReader } from '../api/api-reader.ts';
import { BlockedVisitors } from './blocked-visitors.ts';
import { storefront } from '../testing/storefront.ts';

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

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
  let list: string[] | null = ['192.0.2.7'];
  const asked = jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation(() => (list === null ? Promise.reject(new TypeError('fetch failed')) : Promise.resolve(Response.json(list))));
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
  const visitors = new BlockedVisitors(
    new ApiReader({ apiInternalOrigin: 'http://api.test', storefrontSecret: 'secret' }, () => Date.now()),
  );
  await visitors.start();
  const blocked = () => ['192.0.2.7', '192.0.2.8'].filter((address) => visitors.has(address));
  expect(blocked()).toEqual(['192.0.2.7']);
  list = ['192.0.2.8'];
  await jest.advanceTimersByTimeAsync(999);
  expect(blocked()).toEqual(['192.0.2.8']);
  list = null;
  const before = asked.mock.calls.length;
  await jest.advanceTimersByTimeAsync(10_000);
  expect(asked.mock.calls.length).toBeGreaterThan(before);
  expect(blocked()).toEqual(['192.0.2.8']);
  visitors.stop();
});

test('an entry of the list that is no network is reported, and the others count', async () => {
  const reported = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const networks = ['192.0.2.7/99', 'nonsense', 7, '198.51.100.7'];
  const shop = await storefront({ answers: { '/blocker/ips': networks } });
  expect((await shop.get('/my-cart', {}, '198.51.100.7')).statusCode).toBe(403);
  expect((await shop.get('/my-cart', {}, '192.0.2.7')).statusCode).toBe(200);
  expect(reported.mock.calls.map(([sentence]) => sentence)).toEqual(
    networks.slice(0, 3).map((network) => `The blocked network ${JSON.stringify(network)} could not be read:`),
  );
});
