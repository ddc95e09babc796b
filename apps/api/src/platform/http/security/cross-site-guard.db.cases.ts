import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Mailer } from '../../../shared/ports.ts';
import { RecordingMailer } from '../../../testing/fakes.ts';
import { type TestShop, testShop } from '../../../testing/test-shop.ts';
import { wholeDocument } from '../openapi/openapi.ts';

interface Write {
  readonly id: string;
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
}

const shopOrigin = 'https://shop.example';
const apiOrigin = 'https://api.other.example';
/** Called by other servers: the payment provider, suppliers and mail programs. */
const FROM_ANYWHERE = ['receiveStripeEvent', 'receiveSupplierHint', 'unsubscribeFromNews'];
const REFUSAL = { statusCode: 403, error: 'Forbidden', message: 'This address takes no calls from pages of other sites.' };
const json = { 'content-type': 'application/json' };

/** What an HTML form of any page can send without a CORS preflight. */
const simple = ['application/x-www-form-urlencoded', 'text/plain', 'application/xml', 'text/plain; application/json'];

export function crossSiteGuard(): void {
  let shop: TestShop;
  let writes: Write[];

  beforeAll(async () => {
    shop = await testShop({
      fakes: [{ provide: Mailer, useValue: new RecordingMailer() }],
      environment: { STOREFRONT_ORIGIN: shopOrigin, API_ORIGIN: apiOrigin, RATE_LIMIT_SCALE: '1000000' },
    });
    writes = Object.entries(wholeDocument(shop.app).paths).flatMap(([path, methods]) =>
      Object.entries(methods as Record<string, { operationId: string }>)
        .filter(([method]) => method !== 'get')
        .map(([method, { operationId }]) => ({
          id: operationId,
          method: method.toUpperCase() as Write['method'],
          url: path.replaceAll(/\{\w+\}/g, 'nothing'),
        })),
    );
  });
  afterAll(() => shop.close());

  const send = ({ method, url }: Write, headers: Record<string, string>, payload: string) =>
    shop.app.inject({ method, url, headers, ...(method !== 'DELETE' && { payload }) });
  const isRefused = async (write: Write, headers: Record<string, string>) => {
    const answer = await send(write, { ...json, ...headers }, '{}');
    return answer.statusCode === 403 && answer.json<{ message: string }>().message === REFUSAL.message;
  };
  const refusedOnes = async (headers: Record<string, string>) => {
    const refused: string[] = [];
    for (const write of writes) if (await isRefused(write, headers)) refused.push(write.id);
    return refused.toSorted();
  };
  const all = (but: readonly string[] = []) =>
    writes
      .map(({ id }) => id)
      .filter((id) => !but.includes(id))
      .toSorted();

  test('the walk finds the writes of shoppers, of providers and of the staff', () => {
    expect(writes.length).toBeGreaterThanOrEqual(40);
    expect(all()).toEqual(expect.arrayContaining(['signUp', 'login', 'refundOrder', ...FROM_ANYWHERE]));
  });

  test.each([
    ['the origin of another site', { origin: 'https://evil.example' }],
    ['an origin that begins like the shop', { origin: `${shopOrigin}.evil.example` }],
    ['another site beside the shop', { origin: 'https://blog.shop.example', 'sec-fetch-site': 'same-site' }],
    ['an origin that is withheld', { origin: 'null' }],
    ['another site, without an origin', { 'sec-fetch-site': 'cross-site' }],
  ])('a write that comes with %s is refused, but for what servers call', async (_what, headers) => {
    expect(await refusedOnes(headers)).toEqual(all(FROM_ANYWHERE));
  });

  test.each([
    ['no word of where it comes from, as servers and tools send it', {}],
    ['the origin of the shop, on another site than the API', { origin: shopOrigin, 'sec-fetch-site': 'cross-site' }],
    ['the origin of the API, as Swagger UI sends it', { origin: apiOrigin, 'sec-fetch-site': 'same-origin' }],
    ['the address that it was opened under', { origin: 'http://127.0.0.1:3000', 'sec-fetch-site': 'same-origin' }],
    ['a page that the visitor opened', { 'sec-fetch-site': 'none' }],
  ])('a write that comes with %s is taken', async (_what, headers) => {
    expect(await refusedOnes(headers)).toEqual([]);
  });

  test('reading, and asking what may be called, is open to every page', async () => {
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    for (const method of ['GET', 'HEAD'] as const)
      expect((await shop.app.inject({ method, url: '/products/sitemap', headers: foreign })).statusCode).not.toBe(403);
    const asked = { ...foreign, 'access-control-request-method': 'POST' };
    const preflight = await shop.app.inject({ method: 'OPTIONS', url: '/user/login', headers: asked });
    expect([preflight.statusCode, preflight.headers['access-control-allow-origin']]).not.toEqual([204, foreign.origin]);
  });

  test('the refusal says what is wrong in a sentence, and the shop may read it', async () => {
    const answer = await send({ id: 'signUp', method: 'POST', url: '/user/signup' }, { ...json, origin: 'https://evil.example' }, '{}');
    expect([answer.statusCode, answer.json()]).toEqual([403, REFUSAL]);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('no write takes a body that a form of another site could send, even where the browser does not say where it comes from', async () => {
    const taken: string[] = [];
    for (const write of writes.filter(({ method }) => method !== 'DELETE'))
      for (const type of simple) {
        const isOneClick = write.id === 'unsubscribeFromNews' && type === simple[0];
        const { statusCode } = await send(write, { 'content-type': type }, 'username=x&email=x%40example.com&__proto__=x%00');
        if ((statusCode === 415) === isOneClick) taken.push(`${write.id} ${type}: ${statusCode}`);
      }
    expect(taken).toEqual([]);
  });

  test('a form of another site signs nobody up, in none of the ways that a form can be sent', async () => {
    const person = { username: 'Mallory', lastname: 'M', email: 'victim@example.com', password: 'unheard-of-47-words' };
    const parts = Object.entries(person).map(
      ([name, value]) => `--e\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const forms = [
      ['application/x-www-form-urlencoded', new URLSearchParams(person).toString()],
      ['text/plain', JSON.stringify(person)],
      ['multipart/form-data; boundary=e', `${parts.join('')}--e--\r\n`],
    ] as const;
    for (const [type, payload] of forms) {
      const answer = await shop.app.inject({ method: 'POST', url: '/user/signup', headers: { 'content-type': type }, payload });
      expect([type, [400, 415].includes(answer.statusCode), answer.cookies]).toEqual([type, true, []]);
    }
    expect((await shop.database.query('select 1 from shop_user')).rowCount).toBe(0);
  });

  test('no page may send an ops key: staff work on the pages of the API itself', async () => {
    const headers = { origin: shop.config.storefrontOrigin, 'access-control-request-method': 'GET' };
    const preflight = await shop.app.inject({ method: 'OPTIONS', url: '/ops/orders', headers });
    expect(preflight.headers['access-control-allow-headers']).toContain('Authorization');
    expect(String(preflight.headers['access-control-allow-headers']).toLowerCase()).not.toContain('ops');
  });
}
