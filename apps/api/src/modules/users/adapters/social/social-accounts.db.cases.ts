import { expect, test } from '@jest/globals';
import { untilOneWaits } from '../../../../testing/until.ts';
import { tokenIn } from '../../testing/mailbox.ts';
import { robin, type SocialTestShop } from '../../testing/social-test-shop.ts';

/** Which account somebody gets who comes by a site. */
export function socialAccounts(fixture: SocialTestShop): void {
  const { visit, profile, logIn } = fixture;

  const signUp = (email: string) =>
    fixture.shop.app.inject({
      method: 'POST',
      url: '/user/signup',
      payload: { username: 'Eve', lastname: 'First', email, password: 'a green bicycle' },
    });
  const passwordLogin = (email: string) =>
    fixture.shop.app.inject({ method: 'POST', url: '/user/login', payload: { email, password: 'a green bicycle' } });

  test('an address that Google checked opens the account that has it, and its verified owner keeps the password', async () => {
    const [memory] = (await signUp(robin.email)).cookies;
    const [mail] = await fixture.mails();
    await visit(`/user/verify/${tokenIn(mail)}`, `signup=${memory?.value}`);
    expect(await profile(await logIn('google', robin))).toMatchObject({ username: 'Eve', email: robin.email, hasPassword: true });
    expect((await passwordLogin(robin.email)).statusCode).toBe(200);
  });

  /** A verified account with a password that is linked to Google. */
  async function linkedAccount() {
    const [memory] = (await signUp(robin.email)).cookies;
    const [mail] = await fixture.mails();
    await visit(`/user/verify/${tokenIn(mail)}`, `signup=${memory?.value}`);
    await logIn('google', robin);
    const { tk } = (await passwordLogin(robin.email)).json<{ tk: string }>();
    const sites = async () =>
      (await fixture.shop.app.inject({ url: '/user/social-logins', headers: { authorization: tk } })).json<{ items: unknown[] }>().items;
    expect(await sites()).toHaveLength(1);
    return { tk, sites };
  }

  test('who comes by a site that an account has unlinked gets another account, although the site has checked its address', async () => {
    const { tk, sites } = await linkedAccount();
    const unlinked = await fixture.shop.app.inject({
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
      const closed = await fixture.shop.app.inject({ method: 'POST', url: '/user/close', headers: { authorization }, payload: {} });
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
    await fixture.shop.database.query('begin; select from shop_user for update');
    const coming = logIn('google', robin);
    await untilOneWaits(fixture.shop.database);
    await fixture.shop.database.query(`${change}; commit`);
    expect(await profile(await coming)).toMatchObject({ username: 'Robin', email });
  });

  test('a person who signed up with the address of somebody else loses the account when its owner logs in by Google, and the owner is notified by mail', async () => {
    const [memory] = (await signUp(robin.email)).cookies;
    const [confirmation] = await fixture.mails();
    const { tk } = (await passwordLogin(robin.email)).json<{ tk: string }>();
    expect(await profile(await logIn('google', robin))).toMatchObject({ email: robin.email, isEmailVerified: true, hasPassword: false });
    expect((await fixture.shop.app.inject({ url: '/user/profile', headers: { authorization: tk } })).statusCode).toBe(401);
    expect((await passwordLogin(robin.email)).statusCode).toBe(401);
    const [notice, ...more] = await fixture.mails();
    expect([notice, more]).toMatchObject([{ to: robin.email, subject: 'Your password was removed' }, []]);
    expect(notice?.text).toContain('/auth/forgot');
    // The name was chosen by the person who signed up.
    expect(notice?.text).not.toContain('Eve');
    const old = await visit(`/user/verify/${tokenIn(confirmation)}`, `signup=${memory?.value}`);
    expect(old.json()).toEqual({ status: true, message: expect.stringContaining('verified already') });
    await logIn('google', robin);
    expect(await fixture.mails()).toEqual([]);
  });

  test.each([
    ['google', {}],
    ['facebook', { verified: 'on' }],
  ] as const)(
    'an address that %s did not check opens nobody’s account, and becomes theirs by the mailed link only',
    async (site, checked) => {
      await signUp(robin.email);
      await fixture.mails();
      const takenHome = await logIn(site, { name: 'Mallory', email: robin.email, ...checked });
      const freeHome = await logIn(site, { name: 'Mallory', email: 'free@players.example', ...checked });
      const [taken, free] = [await profile(takenHome), await profile(freeHome)];
      // Known and unknown addresses look the same.
      expect(taken).toEqual({ username: 'Mallory', lastname: '', email: '', isEmailVerified: false, hasPassword: false });
      expect(free).toEqual(taken);
      const mails = await fixture.mails();
      const open = async (to: string, home: string) => {
        const url = `/user/verify/${tokenIn(mails.find((mail) => mail.to === to))}`;
        const authorization = new URL(home).searchParams.get('token') ?? '';
        return (await fixture.shop.app.inject({ url, headers: { authorization } })).json<{ status: boolean }>().status;
      };
      expect(await open(robin.email, takenHome)).toBe(false);
      expect(await open('free@players.example', takenHome)).toBe(false);
      expect(await open('free@players.example', freeHome)).toBe(true);
    },
  );

  test('an address that Google checked, with a sign that becomes a letter of another address, does not open the account of that one', async () => {
    await signUp('kim@players.example');
    await fixture.shop.database.query('update shop_user set email_verified_at = now()');
    await fixture.mails();
    // The Kelvin sign, which is a k in small letters.
    const home = await logIn('google', { name: 'Mallory', email: '\u212aim@players.example', verified: 'on' });
    expect(await profile(home)).toMatchObject({ username: 'Mallory', email: '' });
    expect(await fixture.mails()).toEqual([]);
  });

  test.each([
    ['checked', { ...robin }],
    ['did not check', { name: robin.name, email: robin.email }],
  ])('who was asked about before the address, which Google %s, had an account can choose a password at once', async (_how, person) => {
    const ask = () => fixture.shop.app.inject({ method: 'POST', url: '/user/forgot-password', payload: { email: robin.email } });
    for (let time = 0; time < 3; time += 1) await ask();
    expect(await fixture.mails()).toEqual([]);
    const authorization = new URL(await logIn('google', person)).searchParams.get('token') ?? '';
    for (const mail of await fixture.mails())
      await fixture.shop.app.inject({ url: `/user/verify/${tokenIn(mail)}`, headers: { authorization } });
    await ask();
    expect(await fixture.mails()).toMatchObject([{ to: robin.email, subject: 'Choose a new password' }]);
  });

  test('who comes by Facebook again before the address is confirmed gets another link, as often as mails may leave', async () => {
    const unconfirmed = { name: 'Kim', email: 'kim@players.example', verified: 'on' };
    await logIn('facebook', unconfirmed);
    const missed = await fixture.mails();
    fixture.shop.clock.advance(49 * 3_600_000);
    let home = '';
    for (let time = 0; time < 4; time += 1) home = await logIn('facebook', unconfirmed);
    const mails = await fixture.mails();
    expect([missed.length, mails.map(({ to }) => to)]).toEqual([1, ['kim@players.example', 'kim@players.example']]);
    const authorization = new URL(home).searchParams.get('token') ?? '';
    expect((await fixture.shop.app.inject({ url: `/user/verify/${tokenIn(mails[0])}`, headers: { authorization } })).json()).toMatchObject({
      status: true,
    });
    expect(await profile(home)).toMatchObject({ email: 'kim@players.example', isEmailVerified: true });
    fixture.shop.clock.advance(3_600_000);
    await logIn('facebook', unconfirmed);
    expect(await fixture.mails()).toEqual([]);
  });
}
