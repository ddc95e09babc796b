import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { EntityManager } from '@mikro-orm/postgresql';
import { Passwords } from '../../modules/users/index.ts';
import { CountingPasswords } from '../../modules/users/testing/in-memory-users.ts';
import { SingleUse, Throttle } from '../../shared/ports.ts';
import { FixedClock } from '../../testing/fakes.ts';
import { type TestShop, testShop } from '../../testing/test-shop.ts';
import { Config } from '../config/config.ts';
import { limits } from './limits.ts';
import { ReadThrottle } from './read-throttle.ts';
import { SqlThrottle } from './sql-throttle.ts';
import { InMemorySingleUse } from './testing/in-memory-single-use.ts';
import { singleUseContract } from './testing/single-use.contract.ts';

/** These tests make some hundred logins, and do not need real password hashes. */
const fakes = [{ provide: Passwords, useValue: new CountingPasswords() }];
const names = { username: 'Eve', lastname: 'Stranger' };

export function limitCases(): void {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await testShop({ fakes });
  });
  afterAll(() => shop.close());
  beforeEach(() => shop.database.query('delete from rate_limit'));

  const logIn = (email: unknown, remoteAddress = '192.0.2.1') =>
    shop.app.inject({ method: 'POST', url: '/user/login', payload: { email, password: 'x' }, remoteAddress });

  test('hits are counted once each, however many come at a time, and hold no address', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => shop.get(Throttle).hit('login 1.2.3.4 ada@example.com', 12, 60_000)),
    );
    expect(answers.filter((seconds) => seconds !== null)).toHaveLength(8);
    const { rows } = await shop.database.query('select bucket, hits from rate_limit');
    expect(rows).toEqual([{ bucket: expect.not.stringContaining('@'), hits: 20 }]);
  });

  test('a bucket accepts hits again after a reset, a removed hit, or the end of its window', async () => {
    const throttle = shop.get(Throttle);
    const isFull = async () => (await throttle.hit('b', 3, 60_000)) !== null;
    for (let hit = 0; hit < 3; hit += 1) expect(await isFull()).toBe(false);
    expect(await isFull()).toBe(true);
    for (let hit = 0; hit < 2; hit += 1) await throttle.giveBack('b');
    expect([await isFull(), await isFull()]).toEqual([false, true]);
    await throttle.forget('b');
    await throttle.giveBack('b');
    for (let hit = 0; hit < 3; hit += 1) expect(await isFull()).toBe(false);
    expect(await isFull()).toBe(true);
    shop.clock.advance(60_000);
    expect(await isFull()).toBe(false);
  });

  test('the scale multiplies the limits of a network, but not those of an account', async () => {
    const config = Object.assign(Object.create(shop.get(Config)) as Config, { rateLimitScale: 1000 });
    const throttle = new SqlThrottle(shop.get(EntityManager), shop.clock, config);
    for (let hit = 0; hit < 3; hit += 1) await throttle.hit('guessed', 3, 60_000);
    expect([await throttle.hit('guessed', 3, 60_000, 'network'), await throttle.hit('guessed', 3, 60_000, 'account')]).toEqual([null, 60]);
  });

  test('one call too many for an address, in any spelling, is answered with the time to wait; the next window accepts calls again', async () => {
    for (let attempt = 0; attempt < limits.login.perEmailAndNetwork; attempt += 1)
      expect((await logIn('ada@example.com')).statusCode).not.toBe(429);
    const answer = await logIn(' ADA@example.com');
    expect(answer.statusCode).toBe(429);
    expect(answer.headers['retry-after']).toBe('900');
    expect(answer.json()).toMatchObject({ succes: false, message: 'Too many attempts. Please wait a few minutes and try again.' });
    expect((await logIn('ada@example.com', '192.0.2.2')).statusCode).not.toBe(429);
    shop.clock.advance(15 * 60_000);
    expect((await logIn('ada@example.com')).statusCode).not.toBe(429);
  });
  test.each([
    ['login', { password: 'not the right one' }, 52],
    ['signup', { ...names, password: 'not the right one' }, 7],
    ['forgot-password', {}, 7],
    ['resend-verification', {}, 7],
    ['news', {}, 7],
  ] as const)('calls of %s with an address from many networks do not lock out its owner', async (name, more, strangers) => {
    const payload = { email: 'ada@example.com', ...more };
    const url = name === 'news' ? '/news' : `/user/${name}`;
    const call = (remoteAddress: string) => shop.app.inject({ method: 'POST', url, payload, remoteAddress });
    for (let stranger = 0; stranger < strangers; stranger += 1) await call(`198.51.100.${stranger}`);
    expect((await call('192.0.2.2')).statusCode).not.toBe(429);
    for (let attempt = 0; attempt < limits[name].perEmailAndNetwork; attempt += 1) await call('192.0.2.3');
    expect((await call('192.0.2.3')).statusCode).toBe(429);
    expect((await call('192.0.2.2')).statusCode).not.toBe(429);
  });

  test('addresses of one IPv6 customer are one network, and what is no e-mail counts there all the same', async () => {
    for (let attempt = 0; attempt < limits.login.perNetwork; attempt += 1) await logIn({ not: 'text' }, `2001:db8:1:2::${attempt + 1}`);
    expect((await logIn('new@example.com', '2001:db8:1:2:ffff::1')).statusCode).toBe(429);
    expect((await logIn('new@example.com', '2001:db8:1:3::1')).statusCode).not.toBe(429);
  });

  test('a forwarding header that no trusted proxy set does not change the network', async () => {
    const from = (forwarded: string) =>
      shop.app.inject({
        method: 'POST',
        url: '/user/login',
        payload: {},
        remoteAddress: '192.0.2.3',
        headers: { 'x-forwarded-for': forwarded },
      });
    for (let attempt = 0; attempt < limits.login.perNetwork; attempt += 1) await from(`198.51.100.${attempt}`);
    expect((await from('203.0.113.1')).statusCode).toBe(429);
  });

  test('a scale multiplies every limit', async () => {
    const lax = await testShop({ fakes, environment: { RATE_LIMIT_SCALE: '2' } });
    try {
      const { perEmailAndNetwork } = limits.login;
      const statuses: number[] = [];
      for (let attempt = 0; attempt <= 2 * perEmailAndNetwork; attempt += 1) {
        const payload = { email: 'ada@example.com', password: '' };
        statuses.push((await lax.app.inject({ method: 'POST', url: '/user/login', payload })).statusCode);
      }
      expect(statuses.indexOf(429)).toBe(2 * perEmailAndNetwork);
    } finally {
      await lax.close();
    }
  });

  test('reads are counted for all processes in one row, whose window ends for all of them at once', async () => {
    const another = () => new ReadThrottle(shop.clock, shop.get(Config), shop.get(Throttle));
    const processes = [another(), another(), another(), another()];
    let taken = 0;
    for (let call = 0; call < 1200; call += 1) taken += Number((await processes[call % 4]?.hit('reads', 600, 60_000)) === null);
    expect(taken).toBeGreaterThanOrEqual(600);
    expect(taken).toBeLessThan(720);
    shop.clock.advance(30_000);
    const late = another();
    for (let call = 1; call < 30; call += 1) expect(await late.hit('reads', 600, 60_000)).toBeNull();
    expect(await late.hit('reads', 600, 60_000)).toBe(30);
    shop.clock.advance(30_000);
    for (const one of [late, ...processes]) expect(await one.hit('reads', 600, 60_000)).toBeNull();
    expect((await shop.database.query('select from rate_limit')).rowCount).toBe(1);
  });

  describe('SingleUse on PostgreSQL', () => singleUseContract(() => ({ singleUse: shop.get(SingleUse), clock: shop.clock })));
  describe('SingleUse in memory', () =>
    singleUseContract(() => {
      const clock = new FixedClock();
      return { singleUse: new InMemorySingleUse(clock), clock };
    }));
}
