import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type TestShop, testShop } from '../../../testing/test-shop.ts';
import { Transaction } from '../../../shared/ports.ts';
import { Passwords, Throttle, Users } from '../application/ports.ts';
import { User } from '../domain/user.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
  const passwordHash = await shop.get(Passwords).hash('right');
  const user = new User({
    id: 'u1',
    email: 'Ada@Example.com',
    username: 'Ada',
    lastname: 'Buyer',
    passwordHash,
    emailVerifiedAt: null,
    at: shop.clock.now(),
    actor: 'test',
  });
  await shop.get(Transaction).run(() => shop.get(Users).add(user));
});
afterAll(() => shop.close());
beforeEach(() => shop.database.query('delete from rate_limit'));

const logIn = (payload: unknown) =>
  shop.app.inject({
    method: 'POST',
    url: '/user/login',
    payload: JSON.stringify(payload),
    headers: { 'content-type': 'application/json' },
  });
const profile = (authorization?: string) =>
  shop.app.inject({ method: 'GET', url: '/user/profile', headers: authorization === undefined ? {} : { authorization } });

test('who logs in sees the own profile, with the token alone or after Bearer', async () => {
  const answer = await logIn({ email: 'ada@example.com', password: 'right' });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['cache-control']).toBe('no-store');
  const { tk, ...rest } = answer.json<{ tk: string }>();
  expect(rest).toEqual({ succes: true, username: 'Ada', message: 'Welcome back!' });
  for (const header of [tk, `Bearer ${tk}`])
    expect((await profile(header)).json()).toEqual({ username: 'Ada', lastname: 'Buyer', email: 'ada@example.com' });
});

test('a wrong password and an unknown address look the same', async () => {
  const bodies = await Promise.all([
    logIn({ email: 'ada@example.com', password: 'wrong' }),
    logIn({ email: 'nobody@example.com', password: 'right' }),
  ]);
  expect(bodies.map(({ statusCode }) => statusCode)).toEqual([401, 401]);
  expect(bodies[0]?.body).toBe(bodies[1]?.body);
  expect(bodies[0]?.json()).toMatchObject({ succes: false, message: 'The e-mail or the password is wrong.' });
});

test('raising the version of a user ends the tokens given before', async () => {
  const { tk } = (await logIn({ email: 'ada@example.com', password: 'right' })).json<{ tk: string }>();
  await shop.database.query('update shop_user set token_version = token_version + 1');
  expect((await profile(tk)).statusCode).toBe(401);
});

test.each([undefined, '', 'Bearer', 'Bearer x.y.z', 'x'])('without a good token (%s) there is no profile', async (header) => {
  expect((await profile(header)).statusCode).toBe(401);
});

test.each([
  [{ email: ['a@b.co'], password: 'x' }, 'email'],
  [{ email: 'a', password: 'x' }, 'email'],
  [{ email: `${'a'.repeat(250)}@b.co`, password: 'x' }, 'email'],
  [{ email: 'a@b.co', password: { length: 3 } }, 'password'],
  [{ email: 'a@b.co', password: '' }, 'password'],
  [{ email: 'a@b.co', password: 'x'.repeat(129) }, 'password'],
  [{ email: 'a@b.co', password: 'x\u0000' }, 'password'],
  [{ email: 'a@b.co', password: 'x', isAdmin: true }, 'isAdmin'],
])('%j is refused, naming %s', async (body, field) => {
  const answer = await logIn(body);
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ details: [{ field }] });
});

test('the eleventh attempt within a quarter of an hour is told how long to wait', async () => {
  for (let attempt = 0; attempt < 10; attempt += 1) await logIn({ email: 'ada@example.com', password: 'wrong' });
  const answer = await logIn({ email: 'ada@example.com', password: 'right' });
  expect(answer.statusCode).toBe(429);
  expect(answer.headers['retry-after']).toBe('900');
  shop.clock.advance(15 * 60_000);
  expect((await logIn({ email: 'ada@example.com', password: 'right' })).statusCode).toBe(200);
});

test('hits are counted once each, however many come at a time, and hold no address', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => shop.get(Throttle).hit('login 1.2.3.4 ada@example.com', 12, 60_000)));
  expect(answers.filter((seconds) => seconds !== null)).toHaveLength(8);
  const { rows } = await shop.database.query('select bucket, hits from rate_limit');
  expect(rows).toEqual([{ bucket: expect.not.stringContaining('@'), hits: 20 }]);
});
