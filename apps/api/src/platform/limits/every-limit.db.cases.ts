import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import { openShop } from '../../testing/bad-input/valid-calls.ts';
import { captchaCookie } from '../../testing/captcha.ts';
import { formOf } from '../../testing/forms.ts';
import { callOps, opsKey } from '../../testing/ops/staff.ts';
import { addUser } from '../../testing/people.ts';
import type { TestShop } from '../../testing/test-shop.ts';
import { openApiDocument } from '../http/openapi/openapi.ts';
import { LIMIT } from './limited.ts';
import { type Limit, type LimitName, limits } from './limits.ts';

const MINUTE = 60;
const QUARTER = 15 * MINUTE;
const HOUR = 60 * MINUTE;

/** The limits of each call: seconds of the window, calls per network, per e-mail and network, per account or ops key. */
const promised: Readonly<Record<LimitName, readonly [window: number, network: number, email: number | null, caller: number | null]>> = {
  login: [QUARTER, 100, 10, null],
  signup: [HOUR, 30, 5, null],
  'forgot-password': [HOUR, 30, 5, null],
  'resend-verification': [HOUR, 30, 5, null],
  'verify-otp': [QUARTER, 30, null, null],
  'reset-password': [QUARTER, 30, 10, null],
  'verify-email': [QUARTER, 60, null, null],
  'change-password': [QUARTER, 60, null, 10],
  'account-change': [MINUTE, 300, null, 60],
  'personal-data': [HOUR, 60, null, 10],
  'data-link': [HOUR, 20, 5, null],
  'privacy-link': [QUARTER, 30, null, null],
  'social-login': [QUARTER, 60, null, null],
  captcha: [10 * MINUTE, 120, null, null],
  contact: [HOUR, 10, 5, null],
  review: [HOUR, 60, null, 20],
  news: [HOUR, 30, 5, null],
  'news-link': [MINUTE, 120, null, null],
  checkout: [QUARTER, 60, null, null],
  'resend-keys': [HOUR, 20, null, 5],
  'started-order': [QUARTER, 300, null, null],
  ops: [MINUTE, 30, null, 600],
  search: [MINUTE, 600, null, null],
  list: [MINUTE, 1200, null, null],
  reviews: [MINUTE, 600, null, null],
  sitemap: [MINUTE, 120, null, null],
  'similar-products': [MINUTE, 600, null, null],
  'cart-validation': [MINUTE, 600, null, null],
  'supplier-hint': [MINUTE, 600, null, null],
  'show-keys': [QUARTER, 60, null, 30],
};

interface Route {
  readonly id: string;
  readonly method: 'GET' | 'POST';
  readonly url: string;
}
interface Sent {
  readonly payload?: object | string;
  readonly headers?: Readonly<Record<string, string>>;
}
/** A network of its own for each. */
const elsewhere = (count: number) => `10.${count >> 8}.${count & 255}.1`;

export function everyLimit(): void {
  let shop: TestShop;
  let routes: ReadonlyMap<LimitName, readonly Route[]>;
  beforeAll(async () => {
    shop = await openShop(() => ({ RATE_LIMIT_SCALE: '1' }));
    routes = limitedRoutes();
  });
  afterAll(() => shop.close());
  beforeEach(() => shop.database.query('delete from rate_limit'));

  /** Every call that carries a limit, as the code has it, with the address that its description gives. */
  function limitedRoutes(): Map<LimitName, Route[]> {
    const described = new Map(
      Object.entries(openApiDocument(shop.app).paths).flatMap(([path, methods]) =>
        Object.entries(methods as Record<string, { operationId: string }>).map(([method, { operationId }]) => [
          operationId,
          { id: operationId, method: method.toUpperCase() as Route['method'], url: path.replaceAll(/\{\w+\}/g, 'nothing') },
        ]),
      ),
    );
    const found = new Map<LimitName, Route[]>();
    for (const { metatype } of [...shop.get(ModulesContainer).values()].flatMap((module) => [...module.controllers.values()])) {
      const prototype = (metatype?.prototype ?? {}) as Record<string, object>;
      for (const name of new MetadataScanner().getAllMethodNames(prototype)) {
        const limit = Reflect.getMetadata(LIMIT, prototype[name] ?? {}) as LimitName | undefined;
        if (limit === undefined) continue;
        const { operationId } = Reflect.getMetadata('swagger/apiOperation', prototype[name] ?? {}) as { operationId?: string };
        const route = described.get(operationId ?? name);
        if (!route) throw new Error(`${operationId ?? name} is limited and not described.`);
        found.set(limit, [...(found.get(limit) ?? []), route]);
      }
    }
    return found;
  }

  const inject = ({ method, url }: Route, remoteAddress: string, { payload, headers = {} }: Sent = {}) =>
    shop.app.inject({ method, url, remoteAddress, headers, ...(method === 'POST' && { payload: payload ?? {} }) });

  test('the limits are those of the table', () => {
    const actual = Object.entries<Limit>(limits).map(([name, limit]) => [
      name,
      [limit.windowMs / 1000, limit.perNetwork, limit.perEmailAndNetwork ?? null, limit.perCaller ?? null],
    ]);
    expect(Object.fromEntries(actual)).toEqual(promised);
    expect([...routes.keys(), 'ops'].toSorted()).toEqual(Object.keys(limits).toSorted());
  });

  const ofCalls = (Object.keys(limits) as LimitName[]).filter((name) => name !== 'ops');
  test.each(ofCalls)(
    'a network that calls %s too often is refused with the time to wait, whichever of its calls it makes',
    async (name) => {
      const [window, perNetwork] = promised[name];
      const [first, ...others] = routes.get(name) ?? [];
      if (first === undefined) throw new Error('No call has this limit.');
      expect(await driven(perNetwork, () => inject(first, '192.0.2.1'))).toEqual([perNetwork, String(window)]);
      for (const other of others) expect([other.id, (await inject(other, '192.0.2.1')).statusCode]).toEqual([other.id, 429]);
      expect((await inject(first, '192.0.2.2')).statusCode).not.toBe(429);
    },
  );

  test.each(ofCalls.filter((name) => promised[name][2] !== null))(
    'one address that is sent to %s too often from a network is refused, before the network is',
    async (name) => {
      const [window, , perEmail] = promised[name];
      const [route] = routes.get(name) ?? [];
      if (route === undefined || perEmail === null) throw new Error('No call has this limit.');
      const email = 'ada@example.com';
      const sent = async (): Promise<Sent> => {
        if (name !== 'contact') return { payload: { email } };
        const { headers, payload } = formOf(Object.entries({ fullName: 'Ada', email, message: 'Hello' }));
        return { payload: payload as never, headers: { ...headers, cookie: await captchaCookie(shop) } };
      };
      expect(await driven(perEmail, async () => inject(route, '192.0.2.1', await sent()))).toEqual([perEmail, String(window)]);
    },
  );

  test.each(ofCalls.filter((name) => promised[name][3] !== null))(
    'an account that calls %s too often is refused, however many networks it comes from',
    async (name) => {
      const [window, , , perCaller] = promised[name];
      const route = (routes.get(name) ?? []).find(({ id }) => !id.includes('Guest'));
      if (route === undefined || perCaller === null) throw new Error('No call has this limit.');
      const { token } = await addUser(shop, `caller-of-${name}`);
      const call = (count: number) => inject(route, elsewhere(count), { headers: { authorization: token } });
      expect(await driven(perCaller, call)).toEqual([perCaller, String(window)]);
    },
  );

  test('ops keys that do not exist are counted by network, good ones by key', async () => {
    const [window, perNetwork, , perCaller] = promised.ops;
    const { text } = await opsKey(shop, 'viewer');
    const call = (key: string, address: string) => callOps(shop, key, 'GET', '/ops/access/me', undefined, address);
    expect(await driven(perNetwork, () => call('keyturn_ops_guess', '192.0.2.1'))).toEqual([perNetwork, String(window)]);
    expect((await call(text, '192.0.2.1')).statusCode).toBe(200);
    expect(await driven(perCaller ?? 0, (count) => call(text, elsewhere(count)))).toEqual([(perCaller ?? 0) - 1, String(window)]);
  });
}

/** Calls until a refusal, at most one more than the limit; returns how many were accepted, and the `Retry-After` of the refusal. */
async function driven(most: number, call: (count: number) => Promise<{ statusCode: number; headers: object }>): Promise<unknown[]> {
  for (let count = 0; count <= most; count += 1) {
    const { statusCode, headers } = await call(count);
    if (statusCode === 429) return [count, (headers as Record<string, string>)['retry-after']];
  }
  return [`more than ${most}`];
}
