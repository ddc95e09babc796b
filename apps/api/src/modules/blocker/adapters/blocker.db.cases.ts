import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { addProducts, buyer, cartLine } from '../../../testing/products.ts';
import { type TestShop, testShop } from '../../../testing/test-shop.ts';
import { until, within } from '../../../testing/until.ts';
import { PaymentProvider } from '../../payments/application/ports.ts';
import { InMemoryPaymentProvider } from '../../payments/testing/in-memory-payments.ts';
import { AddressGate } from './address-gate.ts';

export function blocker(): void {
  let shop: TestShop;
  const fakes = [{ provide: PaymentProvider, useValue: new InMemoryPaymentProvider() }];
  beforeAll(async () => {
    shop = await testShop({ fakes, environment: { TRUST_PROXY: '1', COUNTRY_HEADER: 'CF-IPCountry' } });
    await addProducts(shop, [{ kinguinId: 1, keys: 20 }]);
  });
  afterAll(() => shop.close());
  afterEach(async () => {
    await shop.database.query('delete from blocked_network; delete from blocked_country; delete from rate_limit');
    await until(() => !shop.get(AddressGate).isBlocked('192.0.2.66'));
  });
  async function block(...networks: string[]): Promise<void> {
    for (const network of [...networks, '192.0.2.66'])
      await shop.database.query(`insert into blocked_network values ($1::cidr, 'test', now(), 'test') on conflict do nothing`, [network]);
    await within(1000, () => shop.get(AddressGate).isBlocked('192.0.2.66'));
  }
  const from = (remoteAddress: string, url = '/home', headers = {}) => shop.app.inject({ url, remoteAddress, headers });

  test('a blocked address is refused within a second, and accepted again as fast after unblocking', async () => {
    expect((await from('192.0.2.66')).statusCode).toBe(200);
    await block();
    const answer = await from('192.0.2.66', '/home', { origin: shop.config.storefrontOrigin });
    expect([answer.statusCode, answer.json()]).toEqual([
      403,
      expect.objectContaining({ blocked: true, message: expect.stringMatching(/\.$/) }),
    ]);
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'access-control-allow-origin': shop.config.storefrontOrigin });
    await shop.database.query('delete from blocked_network');
    await within(1000, () => !shop.get(AddressGate).isBlocked('192.0.2.66'));
    expect((await from('192.0.2.66')).statusCode).toBe(200);
  });

  test.each([
    ['10.1.2.3', 403],
    ['10.2.0.1', 200],
    ['::ffff:10.1.2.3', 403],
    ['2001:db8:5::1', 403],
    ['2001:db8:6::1', 200],
    ['2001:db8:7::1', 403],
    ['2001:db8:7::2', 200],
  ])('with ranges and addresses of both kinds blocked, %s gets %i', async (address, status) => {
    await block('10.1.0.0/16', '2001:db8:5::/48', '2001:db8:7::1');
    expect((await from(address)).statusCode).toBe(status);
  });

  test('a blocked address reads no page, no description and no address that is not there, but the health checks answer', async () => {
    await block();
    for (const url of ['/products', '/docs', '/docs-json', '/nothing', '/blocker/ips', '/health', '/health/../home', '/images/x-320.webp'])
      expect([url, (await from('192.0.2.66', url)).statusCode]).toEqual([url, 403]);
    expect((await from('192.0.2.66', '/health/live')).statusCode).toBe(200);
    expect((await from('192.0.2.66', '/health/ready')).statusCode).toBe(200);
  });

  test('behind the trusted proxy the visitor is blocked, not the proxy', async () => {
    await block();
    expect((await from('10.9.9.9', '/home', { 'x-forwarded-for': '192.0.2.66' })).statusCode).toBe(403);
    expect((await from('10.9.9.9', '/home', { 'x-forwarded-for': '192.0.2.67' })).statusCode).toBe(200);
  });

  const pay = (country: string | undefined, headers: Record<string, string> = {}, at: TestShop = shop) =>
    at.app.inject({
      method: 'POST',
      url: '/products/payment_checkout',
      headers,
      payload: { cart: [cartLine(1)], data: { ...buyer, ...(country === undefined ? {} : { selectedCountry: country }) }, currency: 'EUR' },
    });

  test('a checkout for or from a blocked country is refused with a clear sentence and reserves nothing', async () => {
    await shop.database.query(`insert into blocked_country values ('KP', 'test', now(), 'test')`);
    for (const answer of [
      await pay('KP'),
      await pay('kp'),
      await pay('North Korea'),
      await pay(undefined, { 'cf-ipcountry': 'KP' }),
      await pay('DE', { 'cf-ipcountry': 'kp' }),
    ])
      expect(answer.json()).toMatchObject({ statusCode: 403, message: 'We cannot sell to your country. Nothing was charged.' });
    expect((await shop.database.query('select id from shop_order')).rowCount).toBe(0);
    expect((await pay('DE', { 'cf-ipcountry': 'FR' })).statusCode).toBe(201);
  });

  test.each([
    ['pl', 'PL'],
    ['XX', null],
    ['T1', null],
    [undefined, null],
  ])('a visitor whose proxy says %j is from %j, and no cache stores that', async (given, country) => {
    const answer = await from('192.0.2.1', '/visitor', given === undefined ? {} : { 'cf-ipcountry': given });
    expect([answer.json(), answer.headers['cache-control']]).toEqual([{ country }, 'no-store']);
  });

  test('without a trusted proxy the header of a country is anybody’s, and is not read', async () => {
    const open = await testShop({ fakes, environment: { COUNTRY_HEADER: 'CF-IPCountry' } });
    try {
      await addProducts(open, [{ kinguinId: 1, keys: 2 }]);
      await open.database.query(`insert into blocked_country values ('KP', 'test', now(), 'test')`);
      expect((await pay(undefined, { 'cf-ipcountry': 'KP' }, open)).statusCode).toBe(201);
      expect((await open.app.inject({ url: '/visitor', headers: { 'cf-ipcountry': 'KP' } })).json()).toEqual({ country: null });
    } finally {
      await open.close();
    }
  });
}
