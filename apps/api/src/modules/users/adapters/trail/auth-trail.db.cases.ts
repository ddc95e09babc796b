import { expect, test } from '@jest/globals';
import { ManageAccount } from '../../application/manage-account.ts';
import { type AccountTestShop, ada } from '../../testing/account-test-shop.ts';
import type { SignInList } from './sign-ins.dto.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0';
const SAFARI = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 15_1) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15';
const staff = { keyId: 'k', name: 'bo', role: 'support', requestId: null, address: '198.51.100.1' } as const;

export function authTrail(fixture: AccountTestShop): void {
  const { post, askReset } = fixture;

  async function from(url: string, payload: object, { browser, ip, token }: { browser: string; ip: string; token?: string }) {
    const headers = { 'user-agent': browser, ...(token !== undefined && { authorization: token }) };
    return fixture.shop.app.inject({ method: 'POST', url: `/user/${url}`, payload, headers, remoteAddress: ip });
  }
  const seen = async (authorization: string) =>
    (await fixture.shop.app.inject({ url: '/user/sign-ins', headers: { authorization } })).json<SignInList>().items;

  test('the owner sees each login, wrong password, reset and ended session, with network and browser', async () => {
    await post('signup', ada);
    const here = { browser: FIREFOX, ip: '192.0.2.7' };
    const there = { browser: SAFARI, ip: '2001:db8:1:2:3::4' };
    const { email, password } = ada;
    await from('login', { email, password: 'wrong' }, there);
    const first = (await from('login', { email, password }, here)).json<{ tk: string }>().tk;
    await from('change-password', { currentPassword: 'wrong', newPassword: 'a blue bicycle' }, { ...there, token: first });
    await from('change-password', { currentPassword: password, newPassword: 'a blue bicycle' }, { ...here, token: first });
    await from('reset-password', { email, otp: await askReset(), newPassword: 'a red bicycle' }, there);
    const logIn = async () => (await from('login', { email, password: 'a red bicycle' }, here)).json<{ tk: string }>().tk;
    await from('logout', {}, { ...here, token: await logIn() });
    await from('logout-everywhere', {}, { ...here, token: await logIn() });
    const { rows } = await fixture.shop.database.query<{ id: string }>('select id from shop_user');
    await fixture.shop.get(ManageAccount).endSessions(rows[0]?.id ?? '', { by: staff, reason: 'The buyer asked for it' });

    const entries = await seen(await logIn());
    const linux = ['192.0.2.7', 'Firefox 144 on Linux'];
    const mac = ['2001:db8:1:2', 'Safari 18 on macOS'];
    expect(entries.map(({ event, method, network, browser }) => [event, method, network, browser])).toEqual([
      ['login', 'password', ...linux],
      ['session-end', 'staff', '', null],
      ['session-end', 'session', ...linux],
      ['login', 'password', ...linux],
      ['logout', 'session', ...linux],
      ['login', 'password', ...linux],
      ['reset', 'reset-link', ...mac],
      ['password-change', 'password', ...linux],
      ['failure', 'password', ...mac],
      ['login', 'password', ...linux],
      ['failure', 'password', ...mac],
    ]);
    expect(new Set(entries.map(({ at }) => at))).toEqual(new Set([fixture.shop.clock.now().toISOString()]));
  });

  test('nobody sees the sign-ins of others, or any without a login', async () => {
    await post('signup', ada);
    await fixture.logIn();
    const kim = { ...ada, email: 'kim@example.com' };
    await post('signup', kim);
    const { tk } = (await post('login', { email: kim.email, password: kim.password })).json<{ tk: string }>();
    expect(await seen(tk)).toHaveLength(1);
    expect((await fixture.shop.app.inject({ url: '/user/sign-ins' })).statusCode).toBe(401);
  });
}
