import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Mailer } from '../../../../shared/ports.ts';
import { RecordingMailer } from '../../../../testing/fakes.ts';
import { type TestShop, testShop } from '../../../../testing/test-shop.ts';
import { untilOneWaits } from '../../../../testing/until.ts';
import { Passwords } from '../../application/ports.ts';
import { type IdentityStandIn, identityStandIn } from '../../testing/identity-stand-in.ts';
import { CountingPasswords } from '../../testing/in-memory-users.ts';
import { deliverMails, tokenIn } from '../../testing/mailbox.ts';

const paths = { google: '/auth/google/callback', facebook: '/auth/facebook/callback', steam: '/user/steam' } as const;
type Site = keyof typeof paths;
const locationOf = (answer: { headers: Record<string, unknown> }) => String(answer.headers.location);
const robin = { name: 'Robin', email: 'robin@players.example', verified: 'on' };

export function social(): void {
  const sites = Object.keys(paths) as Site[];

  const mailer = new RecordingMailer();
  let standIn: IdentityStandIn;
  let shop: TestShop;
  beforeAll(async () => {
    standIn = await identityStandIn();
    shop = await testShop({
      environment: { IDENTITY_STAND_IN_URL: standIn.origin },
      fakes: [
        { provide: Mailer, useValue: mailer },
        { provide: Passwords, useValue: new CountingPasswords() },
      ],
    });
  });
  afterAll(async () => {
    await shop.close();
    await standIn.stop();
  });
  beforeEach(() => shop.database.query('delete from rate_limit; delete from letter; delete from sign_in; delete from shop_user'));

  const visit = (url: string, cookie = '') => shop.app.inject({ url, headers: { cookie } });
  const profile = async (home: string) => {
    const token = new URL(home).searchParams.get('token') ?? '';
    return (await shop.app.inject({ url: '/user/profile', headers: { authorization: token } })).json<Record<string, unknown>>();
  };

  /** Clicks the button, and returns the redirect to the site and the cookie. */
  async function begin(site: Site) {
    const answer = await visit(paths[site]);
    expect(answer.statusCode).toBe(302);
    const [cookie] = answer.cookies;
    expect(cookie).toMatchObject({ name: 'social', httpOnly: true, sameSite: 'Lax', maxAge: 600 });
    return { to: new URL(locationOf(answer)), cookie: `social=${cookie?.value}` };
  }

  /** Presses a button of the site's page; returns the redirect to the shop. */
  async function decide(to: URL, entries: Record<string, string>): Promise<URL> {
    const page = await (await fetch(to)).text();
    const hidden = [...page.matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      value.replaceAll('&amp;', '&'),
    ]);
    const action = /method="post" action="([^"]*)"/.exec(page)?.[1] ?? '';
    const body = new URLSearchParams({ ...(Object.fromEntries(hidden) as Record<string, string>), ...entries });
    const answer = await fetch(new URL(action, standIn.origin), { method: 'POST', body, redirect: 'manual' });
    return new URL(answer.headers.get('location') ?? '');
  }

  async function logIn(site: Site, entries: Record<string, string>): Promise<string> {
    const { to, cookie } = await begin(site);
    const back = await decide(to, entries);
    return locationOf(await visit(back.pathname + back.search, cookie));
  }
  const failed = (failure: string) => `${shop.config.storefrontOrigin}/auth/login?error=${failure}`;

  test.each(sites)('%s lets somebody in who was never here, and knows the person the next time', async (site) => {
    const first = await logIn(site, robin);
    expect(first).toMatch(/^http:\/\/localhost:4200\/home\?token=[\w.-]+&name=Robin$/);
    await logIn(site, { ...robin, email: 'kim@players.example' });
    await logIn(site, robin);
    expect((await shop.database.query('select 1 from shop_user')).rowCount).toBe(2);
    expect(await profile(first)).toMatchObject({ username: 'Robin', hasPassword: false });
    const signIns = await shop.database.query(
      `select method, is_success, network, count(*)::integer from sign_in where event = 'login' and method = $1 group by 1, 2, 3, user_id order by 4`,
      [site],
    );
    expect(signIns.rows.map((row) => Object.values(row as object))).toEqual([1, 2].map((times) => [site, true, '127.0.0.1', times]));
    const { rowCount: links } = await shop.database.query(`select from sign_in where event = 'link' and method = $1`, [site]);
    expect(links).toBe(2);
  });

  test.each(sites)('who refuses at %s, or comes back without having left, sees that at the login', async (site) => {
    expect(await logIn(site, { refuse: 'yes' })).toBe(failed('refused'));
    const { to, cookie } = await begin(site);
    const back = await decide(to, robin);
    const way = back.pathname + back.search;
    expect(locationOf(await visit(way))).toBe(failed('expired'));
    expect(locationOf(await visit(way, (await begin(site)).cookie))).toBe(failed('expired'));
    expect(locationOf(await visit(way, `${cookie.slice(0, -3)}abc`))).toBe(failed('expired'));
    expect(locationOf(await visit(way, cookie))).toContain('/home?token=');
    // The same answer a second time, with the cookie that belongs to it.
    expect(locationOf(await visit(way, cookie))).toBe(failed('expired'));
  });

  test.each(sites)('a visit to %s ends after ten minutes', async (site) => {
    const { to, cookie } = await begin(site);
    const back = await decide(to, robin);
    shop.clock.advance(600_000);
    expect(locationOf(await visit(back.pathname + back.search, cookie))).toBe(failed('expired'));
  });

  test.each(['google', 'facebook'] as const)(
    '%s is asked with state and PKCE, and a stolen code is worth nothing in another browser',
    async (site) => {
      const { to, cookie } = await begin(site);
      expect(to.searchParams.get('code_challenge_method')).toBe('S256');
      expect(to.searchParams.get('state')).toHaveLength(43);
      const stolen = (await decide(to, robin)).searchParams.get('code');
      const own = await begin(site);
      const planted = `${paths[site]}?code=${stolen}&state=${own.to.searchParams.get('state')}`;
      expect(locationOf(await visit(planted, own.cookie))).toBe(failed('failed'));
      expect(cookie).not.toBe(own.cookie);
    },
  );

  test('Steam is believed only what it signed, for this visit, from its own address', async () => {
    const changes: ((back: URLSearchParams) => void)[] = [
      (back) =>
        back.set('openid.claimed_id', back.get('openid.claimed_id')?.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10)) ?? ''),
      (back) =>
        ['openid.claimed_id', 'openid.identity'].forEach((name) => back.set(name, `${standIn.origin}/identity/steam/id/76561190000000001`)),
      (back) =>
        ['openid.claimed_id', 'openid.identity'].forEach((name) =>
          back.set(name, 'https://evil.example/identity/steam/id/76561190000000001'),
        ),
      (back) => back.set('openid.op_endpoint', 'https://evil.example/openid'),
      (back) => back.set('openid.return_to', 'https://evil.example/user/steam'),
      (back) => back.set('openid.signed', 'signed,op_endpoint,return_to,response_nonce,assoc_handle'),
      (back) => back.set('openid.response_nonce', 'now'),
      (back) => back.set('openid.sig', 'AAAA'),
      (back) => back.set('openid.mode', 'id_res2'),
      (back) => back.append('openid.claimed_id', 'twice'),
    ];
    for (const change of changes) {
      const { to, cookie } = await begin('steam');
      const back = await decide(to, robin);
      change(back.searchParams);
      expect([change.toString(), locationOf(await visit(back.pathname + back.search, cookie))]).toEqual([
        change.toString(),
        failed('failed'),
      ]);
    }
    expect((await shop.database.query('select 1 from shop_user')).rowCount).toBe(0);
  });

  test('nothing in a request decides where the browser is sent', async () => {
    for (const site of sites) {
      const answer = await visit(
        `${paths[site]}?next=https://evil.example&redirect_uri=https://evil.example&return_to=https://evil.example`,
      );
      expect(new URL(locationOf(answer)).origin).toBe(standIn.origin);
      expect(locationOf(answer)).not.toContain('evil');
      expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    }
  });

  const signUp = (email: string) =>
    shop.app.inject({
      method: 'POST',
      url: '/user/signup',
      payload: { username: 'Eve', lastname: 'First', email, password: 'a green bicycle' },
    });
  const passwordLogin = (email: string) =>
    shop.app.inject({ method: 'POST', url: '/user/login', payload: { email, password: 'a green bicycle' } });

  test('an address that Google checked opens the account that has it, and its verified owner keeps the password', async () => {
    const [memory] = (await signUp(robin.email)).cookies;
    const [mail] = await deliverMails(shop, mailer);
    await visit(`/user/verify/${tokenIn(mail)}`, `signup=${memory?.value}`);
    expect(await profile(await logIn('google', robin))).toMatchObject({ username: 'Eve', email: robin.email, hasPassword: true });
    expect((await passwordLogin(robin.email)).statusCode).toBe(200);
  });

  /** A verified account with a password that is linked to Google. */
  async function linkedAccount() {
    const [memory] = (await signUp(robin.email)).cookies;
    const [mail] = await deliverMails(shop, mailer);
    await visit(`/user/verify/${tokenIn(mail)}`, `signup=${memory?.value}`);
    await logIn('google', robin);
    const { tk } = (await passwordLogin(robin.email)).json<{ tk: string }>();
    const sites = async () =>
      (await shop.app.inject({ url: '/user/social-logins', headers: { authorization: tk } })).json<{ items: unknown[] }>().items;
    expect(await sites()).toHaveLength(1);
    return { tk, sites };
  }

  test('who comes by a site that an account has unlinked gets another account, although the site has checked its address', async () => {
    const { tk, sites } = await linkedAccount();
    const unlinked = await shop.app.inject({
      method: 'POST',
      url: '/user/social-logins/google/unlink',
      headers: { authorization: tk },
      payload: { currentPassword: 'a green bicycle' },
    });
    expect([unlinked.statusCode, await sites()]).toEqual([200, []]);
    const others = [await profile(await logIn('google', robin)), await profile(await logIn('google', robin))];
    expect(others).toMatchObject([
      { email: '', username: 'Robin' },
      { email: '', username: 'Robin' },
    ]);
    expect(await sites()).toEqual([]);
    // Nor does it come back once that other account is closed, however often.
    for (let time = 0; time < 2; time += 1) {
      const authorization = new URL(await logIn('google', robin)).searchParams.get('token') ?? '';
      const closed = await shop.app.inject({ method: 'POST', url: '/user/close', headers: { authorization }, payload: {} });
      expect(closed.json()).toMatchObject({ closed: true });
      expect(await profile(await logIn('google', robin))).toMatchObject({ email: '', username: 'Robin' });
      expect(await sites()).toEqual([]);
    }
    expect((await passwordLogin(robin.email)).statusCode).toBe(200);
  });

  test.each([
    ['unlinked', 'update user_identity set unlinked_at = now()', ''],
    [
      'closed',
      `delete from user_identity; update shop_user set closed_at = now(), email = null, token_version = token_version + 1`,
      robin.email,
    ],
  ])('who comes by a site while its account is being %s gets another account', async (_how, change, email) => {
    await linkedAccount();
    await shop.database.query('begin; select from shop_user for update');
    const coming = logIn('google', robin);
    await untilOneWaits(shop.database);
    await shop.database.query(`${change}; commit`);
    expect(await profile(await coming)).toMatchObject({ username: 'Robin', email });
  });

  test('a person who signed up with the address of somebody else loses the account when its owner logs in by Google, and the owner is notified by mail', async () => {
    const [memory] = (await signUp(robin.email)).cookies;
    const [confirmation] = await deliverMails(shop, mailer);
    const { tk } = (await passwordLogin(robin.email)).json<{ tk: string }>();
    expect(await profile(await logIn('google', robin))).toMatchObject({ email: robin.email, isEmailVerified: true, hasPassword: false });
    expect((await shop.app.inject({ url: '/user/profile', headers: { authorization: tk } })).statusCode).toBe(401);
    expect((await passwordLogin(robin.email)).statusCode).toBe(401);
    const [notice, ...more] = await deliverMails(shop, mailer);
    expect([notice, more]).toMatchObject([{ to: robin.email, subject: 'Your password was removed' }, []]);
    expect(notice?.text).toContain('/auth/forgot');
    // The name was chosen by the person who signed up.
    expect(notice?.text).not.toContain('Eve');
    const old = await visit(`/user/verify/${tokenIn(confirmation)}`, `signup=${memory?.value}`);
    expect(old.json()).toEqual({ status: true, message: expect.stringContaining('verified already') });
    await logIn('google', robin);
    expect(await deliverMails(shop, mailer)).toEqual([]);
  });

  test.each([
    ['google', {}],
    ['facebook', { verified: 'on' }],
  ] as const)(
    'an address that %s did not check opens nobody’s account, and becomes theirs by the mailed link only',
    async (site, checked) => {
      await signUp(robin.email);
      await deliverMails(shop, mailer);
      const takenHome = await logIn(site, { name: 'Mallory', email: robin.email, ...checked });
      const freeHome = await logIn(site, { name: 'Mallory', email: 'free@players.example', ...checked });
      const [taken, free] = [await profile(takenHome), await profile(freeHome)];
      // Known and unknown addresses look the same.
      expect(taken).toEqual({ username: 'Mallory', lastname: '', email: '', isEmailVerified: false, hasPassword: false });
      expect(free).toEqual(taken);
      const mails = await deliverMails(shop, mailer);
      const open = async (to: string, home: string) => {
        const url = `/user/verify/${tokenIn(mails.find((mail) => mail.to === to))}`;
        const authorization = new URL(home).searchParams.get('token') ?? '';
        return (await shop.app.inject({ url, headers: { authorization } })).json<{ status: boolean }>().status;
      };
      expect(await open(robin.email, takenHome)).toBe(false);
      expect(await open('free@players.example', takenHome)).toBe(false);
      expect(await open('free@players.example', freeHome)).toBe(true);
    },
  );

  test('an address that Google checked, with a sign that becomes a letter of another address, does not open the account of that one', async () => {
    await signUp('kim@players.example');
    await shop.database.query('update shop_user set email_verified_at = now()');
    await deliverMails(shop, mailer);
    // The Kelvin sign, which is a k in small letters.
    const home = await logIn('google', { name: 'Mallory', email: '\u212aim@players.example', verified: 'on' });
    expect(await profile(home)).toMatchObject({ username: 'Mallory', email: '' });
    expect(await deliverMails(shop, mailer)).toEqual([]);
  });

  test.each([
    ['checked', { ...robin }],
    ['did not check', { name: robin.name, email: robin.email }],
  ])('who was asked about before the address, which Google %s, had an account can choose a password at once', async (_how, person) => {
    const ask = () => shop.app.inject({ method: 'POST', url: '/user/forgot-password', payload: { email: robin.email } });
    for (let time = 0; time < 3; time += 1) await ask();
    expect(await deliverMails(shop, mailer)).toEqual([]);
    const authorization = new URL(await logIn('google', person)).searchParams.get('token') ?? '';
    for (const mail of await deliverMails(shop, mailer))
      await shop.app.inject({ url: `/user/verify/${tokenIn(mail)}`, headers: { authorization } });
    await ask();
    expect(await deliverMails(shop, mailer)).toMatchObject([{ to: robin.email, subject: 'Choose a new password' }]);
  });

  test('who comes by Facebook again before the address is confirmed gets another link, as often as mails may leave', async () => {
    const unconfirmed = { name: 'Kim', email: 'kim@players.example', verified: 'on' };
    await logIn('facebook', unconfirmed);
    const missed = await deliverMails(shop, mailer);
    shop.clock.advance(49 * 3_600_000);
    let home = '';
    for (let time = 0; time < 4; time += 1) home = await logIn('facebook', unconfirmed);
    const mails = await deliverMails(shop, mailer);
    expect([missed.length, mails.map(({ to }) => to)]).toEqual([1, ['kim@players.example', 'kim@players.example']]);
    const authorization = new URL(home).searchParams.get('token') ?? '';
    expect((await shop.app.inject({ url: `/user/verify/${tokenIn(mails[0])}`, headers: { authorization } })).json()).toMatchObject({
      status: true,
    });
    expect(await profile(home)).toMatchObject({ email: 'kim@players.example', isEmailVerified: true });
    shop.clock.advance(3_600_000);
    await logIn('facebook', unconfirmed);
    expect(await deliverMails(shop, mailer)).toEqual([]);
  });

  test('many first logins of one person at a time make one account', async () => {
    const visits = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const { to, cookie } = await begin('steam');
        return { back: await decide(to, robin), cookie };
      }),
    );
    const homes = await Promise.all(visits.map(async ({ back, cookie }) => locationOf(await visit(back.pathname + back.search, cookie))));
    expect(homes.every((home) => home.includes('/home?token='))).toBe(true);
    expect((await shop.database.query('select 1 from shop_user')).rowCount).toBe(1);
  });

  test('a site without credentials is off and leads back to the login', async () => {
    expect((await visit('/user/providers')).json()).toEqual({ google: true, facebook: true, steam: true });
    const without = await testShop();
    try {
      expect((await without.app.inject('/user/providers')).json()).toEqual({ google: false, facebook: false, steam: false });
      for (const path of Object.values(paths)) expect(locationOf(await without.app.inject(path))).toBe(failed('unavailable'));
    } finally {
      await without.close();
    }
  });
}
