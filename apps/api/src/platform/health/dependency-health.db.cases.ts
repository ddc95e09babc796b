import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { type StripeStandIn, stripeStandIn } from '../../modules/payments/testing/stripe-stand-in.ts';
import { type TestShop, testShop } from '../../testing/test-shop.ts';
import { until } from '../../testing/until.ts';

export function outside(): void {
  let standIn: StripeStandIn;
  let shop: TestShop;

  beforeAll(async () => {
    standIn = await stripeStandIn();
    shop = await testShop({ environment: { STRIPE_API_URL: standIn.origin, SMTP_URL: standIn.smtpUrl } });
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });
  afterAll(() => shop.close());

  async function ready(): Promise<[status: number, body: Record<string, string>]> {
    const answer = await shop.app.inject('/health/ready');
    return [answer.statusCode, answer.json()];
  }

  /** Whatever the state of the dependency, requests are served. */
  const is = async (expected: Record<string, string>) => {
    const [status, body] = await ready();
    expect(status).toBe(200);
    return Object.entries(expected).every(([name, state]) => body[name] === state);
  };

  test('a shop whose mail server and payment provider are down reports it and serves requests', async () => {
    expect(await ready()).toEqual([200, expect.objectContaining({ status: 'ok', mail: 'ok', payments: 'ok' })]);
    await standIn.close();
    expect(await ready()).toEqual([200, expect.objectContaining({ status: 'ok', mail: 'ok', payments: 'ok' })]);
    const now = performance.now.bind(performance);
    jest.spyOn(performance, 'now').mockImplementation(() => now() + 30_001);
    await until(() => is({ status: 'degraded', mail: 'down', payments: 'down', database: 'ok' }));
  });
}
