import { expect, test } from '@jest/globals';
import { addUser } from '../../../../testing/people.ts';
import { type AccountTestShop, ada } from '../../testing/account-test-shop.ts';
import { OwnSessions } from '../../application/sessions.ts';
import type { SignInList } from '../trail/sign-ins.dto.ts';
import type { SocialLoginList } from './sessions.dto.ts';

export function socialLogins(fixture: AccountTestShop): void {
  const get = (url: string, authorization: string) => fixture.shop.app.inject({ url: `/user/${url}`, headers: { authorization } });
  const linked = async (token: string) => (await get('social-logins', token)).json<SocialLoginList>().items.map(({ provider }) => provider);
  const unlink = (provider: string, token: string, payload: object = {}) =>
    fixture.post(`social-logins/${provider}/unlink`, payload, token);

  async function link(userId: string, ...providers: string[]): Promise<void> {
    for (const [index, provider] of providers.entries())
      await fixture.shop.database.query(`insert into user_identity (provider, provider_id, user_id, created_at) values ($1, $2, $3, $4)`, [
        provider,
        `${userId} at ${provider} ${index}`,
        userId,
        fixture.shop.clock.now(),
      ]);
  }
  /** Whoever logs in by other sites only. */
  async function withoutPassword(...providers: string[]): Promise<{ id: string; token: string }> {
    const { id, token } = await addUser(fixture.shop, 'sam');
    await fixture.shop.database.query('update shop_user set password_hash = null where id = $1', [id]);
    await link(id, ...providers);
    return { id, token };
  }

  test('an account with a password unlinks a site by it, however often the site is linked, and the trail has it', async () => {
    await fixture.post('signup', ada);
    const token = await fixture.logIn();
    const { rows } = await fixture.shop.database.query<{ id: string }>('select id from shop_user');
    await link(rows[0]?.id ?? '', 'google', 'google', 'steam');
    expect(await linked(token)).toEqual(['google', 'steam']);
    const wrong = await unlink('google', token, { currentPassword: 'wrong' });
    expect([wrong.statusCode, wrong.json<{ details: unknown[] }>().details]).toEqual([
      400,
      [{ field: 'currentPassword', message: 'The current password is wrong.' }],
    ]);
    expect((await unlink('google', token, { currentPassword: ada.password })).statusCode).toBe(200);
    expect((await unlink('steam', token, { currentPassword: ada.password })).statusCode).toBe(200);
    expect(await linked(token)).toEqual([]);
    for (const gone of ['google', 'facebook', 'myspace'])
      expect((await unlink(gone, token, { currentPassword: ada.password })).statusCode).toBe(404);
    const { items } = (await get('sign-ins', token)).json<SignInList>();
    expect(items.slice(0, 3).map(({ event, method }) => [event, method])).toEqual([
      ['unlink', 'steam'],
      ['unlink', 'google'],
      ['failure', 'password'],
    ]);
  });

  test('who unlinks a site ends every login but the own one: one of them may have come by that site', async () => {
    const { id, token } = await withoutPassword('google', 'steam');
    const place = { network: '192.0.2.9', browser: null };
    const others = [
      await fixture.shop.get(OwnSessions).open({ id, tokenVersion: 1 }, place),
      await fixture.shop.get(OwnSessions).open({ id, tokenVersion: 1 }, place),
    ];
    const statuses = () => Promise.all([token, ...others].map(async (one) => (await get('sessions', one)).statusCode));
    expect(await statuses()).toEqual([200, 200, 200]);
    expect((await unlink('myspace', token)).statusCode).toBe(404);
    expect(await statuses()).toEqual([200, 200, 200]);
    expect((await unlink('steam', token)).json<{ message: string }>().message).toContain('other devices are logged out');
    expect(await statuses()).toEqual([200, 401, 401]);
  });

  test('of two sites that alone let somebody in, one goes and the other stays, even at the same time', async () => {
    const { token } = await withoutPassword('google', 'steam');
    const answers = await Promise.all([unlink('google', token), unlink('steam', token)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect(await linked(token)).toHaveLength(1);
  });

  test('the last way in stays, and what to do about it is said', async () => {
    const { id, token } = await withoutPassword('steam');
    expect((await unlink('steam', token)).json<{ message: string }>().message).toContain('Choose a password first');
    await fixture.shop.database.query('update shop_user set email = null where id = $1', [id]);
    expect((await unlink('steam', token)).json<{ message: string }>().message).toContain('no e-mail address');
    expect(await linked(token)).toEqual(['steam']);
  });

  test('without a password the login must be fresh', async () => {
    const { token } = await withoutPassword('google', 'steam');
    fixture.shop.clock.advance(601_000);
    expect((await unlink('steam', token)).statusCode).toBe(403);
    expect(await linked(token)).toEqual(['google', 'steam']);
  });
}
