import { expect, test } from '@jest/globals';
import { testShop } from '../../../../testing/test-shop.ts';
import { locationOf, paths, robin, sites, type SocialTestShop } from '../../testing/social-test-shop.ts';

/** The way to a site and back. */
export function social(fixture: SocialTestShop): void {
  const { visit, profile, begin, decide, logIn, failed } = fixture;

  test.each(sites)('%s lets somebody in who was never here, and knows the person the next time', async (site) => {
    const first = await logIn(site, robin);
    expect(first).toMatch(/^http:\/\/localhost:4200\/home\?token=[\w.-]+&name=Robin$/);
    await logIn(site, { ...robin, email: 'kim@players.example' });
    await logIn(site, robin);
    expect((await fixture.shop.database.query('select 1 from shop_user')).rowCount).toBe(2);
    expect(await profile(first)).toMatchObject({ username: 'Robin', hasPassword: false });
    const signIns = await fixture.shop.database.query(
      `select method, is_success, network, count(*)::integer from sign_in where event = 'login' and method = $1 group by 1, 2, 3, user_id order by 4`,
      [site],
    );
    expect(signIns.rows.map((row) => Object.values(row as object))).toEqual([1, 2].map((times) => [site, true, '127.0.0.1', times]));
    const { rowCount: links } = await fixture.shop.database.query(`select from sign_in where event = 'link' and method = $1`, [site]);
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
    fixture.shop.clock.advance(600_000);
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
        ['openid.claimed_id', 'openid.identity'].forEach((name) =>
          back.set(name, `${fixture.standIn.origin}/identity/steam/id/76561190000000001`),
        ),
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
    expect((await fixture.shop.database.query('select 1 from shop_user')).rowCount).toBe(0);
  });

  test('nothing in a request decides where the browser is sent', async () => {
    for (const site of sites) {
      const answer = await visit(
        `${paths[site]}?next=https://evil.example&redirect_uri=https://evil.example&return_to=https://evil.example`,
      );
      expect(new URL(locationOf(answer)).origin).toBe(fixture.standIn.origin);
      expect(locationOf(answer)).not.toContain('evil');
      expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    }
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
    expect((await fixture.shop.database.query('select 1 from shop_user')).rowCount).toBe(1);
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
