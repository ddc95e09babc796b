import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { CaptchaGate } from '../../shared/ports.ts';
import { FixedClock } from '../../testing/fakes.ts';
import { type TestShop, testShop } from '../../testing/test-shop.ts';
import { Metrics } from '../metrics/metrics.ts';
import { Captcha } from './ports.ts';

export function captcha(): void {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await testShop({ clock: new FixedClock(new Date().toISOString()) });
  });
  afterAll(() => shop.close());
  beforeEach(() => shop.database.query('delete from rate_limit'));

  const verify = (payload: object, headers = {}) => shop.app.inject({ method: 'POST', url: '/user/verifyCaptcha', payload, headers });
  const solvedChallenge = async () => {
    const challenge = (await shop.app.inject('/user/captcha-challenge')).json<Challenge & { provider: string }>();
    const solution = await solveChallenge({ challenge, deriveKey });
    return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
  };

  test('a solved challenge gives a pass that scripts cannot read, for ten minutes and one use', async () => {
    const captchaValue = await solvedChallenge();
    const answer = await verify({ captchaValue });
    expect(answer.json()).toEqual({ success: true });
    expect(answer.headers['cache-control']).toBe('no-store');
    const [cookie] = answer.cookies;
    expect(cookie).toMatchObject({ name: 'captcha', httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 600 });
    expect(cookie).not.toHaveProperty('secure');
    await shop.get(CaptchaGate).spend(cookie?.value ?? null);
    await expect(shop.get(CaptchaGate).spend(cookie?.value ?? null)).rejects.toThrow('Please verify the captcha.');
    // A second use of the same answer is refused.
    expect((await verify({ captchaValue })).json()).toEqual({ success: false });
  });

  test('a pass expires after ten minutes, and the database does not store it', async () => {
    const [cookie] = (await verify({ captchaValue: await solvedChallenge() })).cookies;
    const { rows } = await shop.database.query<{ name: string }>('select name from single_use');
    expect(rows.map(({ name }) => name).join()).not.toContain(cookie?.value);
    shop.clock.advance(600_000);
    await expect(shop.get(CaptchaGate).spend(cookie?.value ?? null)).rejects.toThrow('Please verify the captcha.');
    await expect(shop.get(CaptchaGate).spend(null)).rejects.toThrow('Please verify the captcha.');
  });

  test('a wrong answer gets no pass, and is counted as one', async () => {
    const counted = async () => /refusals_total\{control="captcha-answer"\} (\d+)/.exec(await shop.get(Metrics).text())?.[1] ?? '0';
    const before = Number(await counted());
    const answer = await verify({ captchaValue: 'bm9uc2Vuc2U=' });
    expect([answer.statusCode, answer.json(), answer.cookies]).toEqual([200, { success: false }, []]);
    expect(Number(await counted())).toBe(before + 1);
  });

  test.each([[{}], [{ captchaValue: '' }], [{ captchaValue: ['x'] }], [{ captchaValue: 'x'.repeat(8193) }], [{ captchaValue: 'x\u0000' }]])(
    '%j is refused, naming the field',
    async (payload) => {
      const answer = await verify(payload);
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({ details: [{ field: 'captchaValue' }] });
    },
  );

  test('the storefront alone may send credentials along', async () => {
    const own = await verify({ captchaValue: 'x' }, { origin: shop.config.storefrontOrigin });
    expect(own.headers).toMatchObject({
      'access-control-allow-origin': shop.config.storefrontOrigin,
      'access-control-allow-credentials': 'true',
    });
    const other = await verify({ captchaValue: 'x' }, { origin: 'https://evil.example' });
    expect(other.headers['access-control-allow-origin']).not.toBe('https://evil.example');
    expect(other.headers['access-control-allow-origin']).not.toBe('*');
    const preflight = await shop.app.inject({
      method: 'OPTIONS',
      url: '/user/login',
      headers: {
        origin: 'https://evil.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    });
    expect(preflight.headers['access-control-allow-origin']).not.toBe('https://evil.example');
  });

  test('on an https origin the cookie of the pass is one of this host alone, and taken as such', async () => {
    const fakes = [{ provide: Captcha, useValue: { isSolved: async () => true } }];
    const secure = await testShop({ fakes, environment: { API_ORIGIN: 'https://api.example' } });
    try {
      const answer = await secure.app.inject({ method: 'POST', url: '/user/verifyCaptcha', payload: { captchaValue: 'solved' } });
      expect(answer.cookies).toMatchObject([{ name: '__Host-captcha', secure: true, path: '/' }]);
      const pass = answer.cookies[0]?.value;
      const isTaken = async (name: string) => {
        const sent = await secure.app.inject({
          method: 'POST',
          url: '/contact/contacts',
          headers: { origin: 'https://api.example', cookie: `${name}=${pass}` },
        });
        return sent.statusCode !== 403;
      };
      expect([await isTaken('captcha'), await isTaken('__Host-captcha')]).toEqual([false, true]);
    } finally {
      await secure.close();
    }
  });
}
