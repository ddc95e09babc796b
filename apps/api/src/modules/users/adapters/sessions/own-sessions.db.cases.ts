import { describe, expect, test } from '@jest/globals';
import { addUser } from '../../../../testing/people.ts';
import { Sessions } from '../../application/sessions.ts';
import { type AccountTestShop, ada } from '../../testing/account-test-shop.ts';
import { InMemorySessions } from '../../testing/in-memory-users.ts';
import { sessionsContract } from '../../testing/sessions.contract.ts';
import type { SignInList } from '../trail/sign-ins.dto.ts';
import type { SessionList } from './sessions.dto.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0';

export function ownSessions(fixture: AccountTestShop): void {
  const { post, profile, logIn } = fixture;

  const call = (method: 'GET' | 'DELETE', url: string, authorization: string) =>
    fixture.shop.app.inject({ method, url: `/user/${url}`, headers: { authorization } });
  const list = async (token: string) => (await call('GET', 'sessions', token)).json<SessionList>().items;
  const end = (id: string, token: string) => call('DELETE', `sessions/${encodeURIComponent(id)}`, token);
  const sessionOf = async (token: string) => (await list(token)).find(({ isCurrent }) => isCurrent)?.id ?? '';
  const events = async (token: string) =>
    (await call('GET', 'sign-ins', token)).json<SignInList>().items.map(({ event, method }) => `${event} ${method}`);

  test('a user sees each login with its browser, network and times, and which of them asks', async () => {
    await post('signup', ada);
    const { email, password } = ada;
    const there = await fixture.shop.app.inject({
      method: 'POST',
      url: '/user/login',
      payload: { email, password },
      headers: { 'user-agent': FIREFOX },
      remoteAddress: '2001:db8:1:2:3::4',
    });
    const before = fixture.shop.clock.now().toISOString();
    fixture.shop.clock.advance(60_000);
    const here = await logIn();
    const now = fixture.shop.clock.now().toISOString();
    expect(there.statusCode).toBe(200);
    expect(await list(here)).toEqual([
      { id: expect.any(String), browser: null, network: '127.0.0.1', since: now, lastSeen: now, isCurrent: true },
      {
        id: expect.any(String),
        browser: 'Firefox 144 on Linux',
        network: '2001:db8:1:2',
        since: before,
        lastSeen: before,
        isCurrent: false,
      },
    ]);
  });

  test('ending one login ends that one for good, and the trail has it', async () => {
    await post('signup', ada);
    const [here, there] = [await logIn(), await logIn()];
    const id = await sessionOf(there);
    expect((await end(id, here)).json()).toEqual({ message: 'This device is logged out.' });
    expect([(await profile(there)).statusCode, (await profile(here)).statusCode]).toEqual([401, 200]);
    expect((await end(id, here)).statusCode).toBe(404);
    expect((await list(here)).map(({ isCurrent }) => isCurrent)).toEqual([true]);
    expect(await events(here)).toEqual(['session-end session', 'login password', 'login password']);
    expect((await end(await sessionOf(here), here)).statusCode).toBe(200);
    expect((await profile(here)).statusCode).toBe(401);
  });

  test('logging out takes a login off the list, and a changed password all but the new one', async () => {
    await post('signup', ada);
    const [here, there] = [await logIn(), await logIn()];
    await post('logout', {}, there);
    expect(await list(here)).toHaveLength(1);
    await logIn();
    const { tk } = (await post('change-password', { currentPassword: ada.password, newPassword: 'a blue bicycle' }, here)).json<{
      tk: string;
    }>();
    expect((await list(tk)).map(({ isCurrent }) => isCurrent)).toEqual([true]);
  });

  test('the login of another account is not there to be ended', async () => {
    const [one, other] = [await addUser(fixture.shop, 'one'), await addUser(fixture.shop, 'other')];
    for (const id of [await sessionOf(other.token), 'none', '%00'])
      expect((await call('DELETE', `sessions/${id}`, one.token)).statusCode).toBeGreaterThanOrEqual(400);
    expect((await end(await sessionOf(other.token), one.token)).statusCode).toBe(404);
    expect((await profile(other.token)).statusCode).toBe(200);
  });

  test('a token of the version before goes on, is on the list from its next call, and can be ended', async () => {
    const { token } = await addUser(fixture.shop, 'ada');
    expect((await fixture.shop.database.query('select * from user_session')).rows).toEqual([]);
    expect((await profile(token)).statusCode).toBe(200);
    const [session] = await list(token);
    expect(session).toMatchObject({ isCurrent: true, since: fixture.shop.clock.now().toISOString() });
    expect((await end(session?.id ?? '', token)).statusCode).toBe(200);
    expect((await profile(token)).statusCode).toBe(401);
  });

  describe('Sessions on PostgreSQL', () =>
    sessionsContract(async () => {
      for (const id of ['ada', 'bo']) await addUser(fixture.shop, id);
      return fixture.shop.get(Sessions);
    }));
  describe('the fake Sessions', () => sessionsContract(() => new InMemorySessions()));
}
