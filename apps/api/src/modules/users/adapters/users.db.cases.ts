import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { captchaCookie } from '../../../testing/captcha.ts';
import { addProducts } from '../../../testing/products.ts';
import { type TestShop, testShop } from '../../../testing/test-shop.ts';
import { mostWaiting } from '../../../testing/until.ts';
import { Transaction } from '../../../shared/ports.ts';
import { EditWishlist } from '../application/edit-wishlist.ts';
import { Passwords, Tokens, Users, Wishlists } from '../application/ports.ts';
import { User } from '../domain/user.ts';

export function users(): void {
  let shop: TestShop;
  let ids: string[];
  const tokens = new Map<string, string>();
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
    const other = new User({ ...user, id: 'u2', email: 'eve@example.com', at: shop.clock.now(), actor: 'test' });
    for (const each of [user, other]) await shop.get(Transaction).run(() => shop.get(Users).add(each));
    tokens.set('ada', await shop.get(Tokens).issue({ userId: 'u1', version: 1 }, 's1'));
    tokens.set('eve', await shop.get(Tokens).issue({ userId: 'u2', version: 1 }, 's2'));
    ids = await addProducts(shop, [{ kinguinId: 1 }, { kinguinId: 2 }, { kinguinId: 3 }]);
  });
  afterAll(() => shop.close());
  beforeEach(() => shop.database.query('delete from rate_limit; delete from wishlist_item'));

  const logIn = (payload: unknown, headers = {}) =>
    shop.app.inject({
      method: 'POST',
      url: '/user/login',
      payload: JSON.stringify(payload),
      headers: { 'content-type': 'application/json', ...headers },
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
      expect((await profile(header)).json()).toEqual({
        username: 'Ada',
        lastname: 'Buyer',
        email: 'ada@example.com',
        isEmailVerified: false,
        hasPassword: true,
      });
  });

  test('of many calls at a time each is answered with its own account', async () => {
    const callers = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? 'ada' : 'eve'));
    const answers = await Promise.all(callers.map((caller) => profile(tokens.get(caller))));
    expect(answers.map((answer) => answer.json<{ email: string }>().email)).toEqual(callers.map((caller) => `${caller}@example.com`));
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
    await shop.database.query(`update shop_user set token_version = token_version + 1 where id = 'u1'`);
    tokens.set('ada', await shop.get(Tokens).issue({ userId: 'u1', version: 2 }, 's3'));
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

  test('the fourth try after three failures needs a fresh captcha, and gets on with it', async () => {
    for (let attempt = 0; attempt < 3; attempt += 1) await logIn({ email: 'ada@example.com', password: 'wrong' });
    const answer = await logIn({ email: 'ada@example.com', password: 'right' });
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ succes: false, captchaNeeded: true, captcha: true, message: 'Please verify the captcha.' });
    const cookie = await captchaCookie(shop);
    expect((await logIn({ email: 'ada@example.com', password: 'right' }, { cookie })).statusCode).toBe(200);
  });

  const send = (who: string, payload?: object) =>
    shop.app.inject({
      method: payload ? 'PUT' : 'GET',
      url: '/user/wishlist',
      headers: { authorization: tokens.get(who) ?? '' },
      ...(payload && { payload }),
    });
  const listed = async (answer: ReturnType<typeof send>) => (await answer).json<{ items: { _id: string }[] }>().items.map(({ _id }) => _id);

  test('what a browser brings is merged with what the account has, newest first, each product once', async () => {
    expect(await listed(send('ada', { items: ['1'] }))).toEqual([ids[0]]);
    expect(await listed(send('ada', { items: ['3', '2', '1', ids[1] ?? '', 'unknown', '999'] }))).toEqual([ids[2], ids[1], ids[0]]);
    expect(await listed(send('ada'))).toEqual([ids[2], ids[1], ids[0]]);
    expect(await listed(send('eve'))).toEqual([]);
  });

  test('what is taken out stays out, even where it is named as new too', async () => {
    await send('ada', { items: ['1', '2', '3'] });
    expect(await listed(send('ada', { items: ['2'], removed: ['2', '3'] }))).toEqual([ids[0]]);
  });

  test('a full list keeps its newest', async () => {
    await send('ada', { items: ['1'] });
    const added = [ids[2] ?? '', ids[1] ?? ''];
    await shop.get(Transaction).run(() => shop.get(Wishlists).change('u1', { added, removed: [], most: 2 }));
    expect((await shop.get(EditWishlist).ofUser('u1')).map(({ _id }) => _id)).toEqual([ids[2], ids[1]]);
  });

  test.each([
    ['the wishlist', 'PUT', '/user/wishlist', { items: ['1'] }],
    ['the names', 'PATCH', '/user/profile', { username: 'Ada' }],
  ] as const)(
    'many changes of %s of one account at a time wait for it with one connection, and others go on',
    async (_what, method, url, payload) => {
      const headers = { authorization: tokens.get('ada') ?? '' };
      const change = async () => shop.app.inject({ method, url, headers, payload });
      // The first call of a login notes its session.
      await change();
      await shop.database.query(`begin; select from shop_user where id = 'u1' for update`);
      const changes = Promise.all(Array.from({ length: 15 }, change));
      try {
        expect(await mostWaiting(shop.database)).toBe(1);
        expect(await listed(send('eve', { items: ['2'] }))).toEqual([ids[1]]);
      } finally {
        await shop.database.query('commit');
      }
      expect((await changes).map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 15 }, () => 200));
    },
  );

  test.each([
    ['none', {}, 'items'],
    ['text', { items: 'x' }, 'items'],
    ['a number', { items: [1] }, 'items'],
    ['an endless id', { items: ['x'.repeat(65)] }, 'items'],
    ['too many', { items: Array.from({ length: 501 }, () => '1') }, 'items'],
    ['an object', { items: [], removed: [{}] }, 'removed'],
  ])('%s instead of a list of ids is refused, and the field named', async (_what, payload, field) => {
    expect((await send('ada', payload)).json()).toMatchObject({ statusCode: 400, details: [{ field }] });
  });

  test('without a login there is no wishlist', async () => {
    expect([(await send('nobody')).statusCode, (await send('nobody', { items: [] })).statusCode]).toEqual([401, 401]);
  });
}
