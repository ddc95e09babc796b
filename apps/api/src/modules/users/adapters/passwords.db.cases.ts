import { expect, test } from '@jest/globals';
import { limits } from '../../../platform/limits/limits.ts';
import { MailedTokens } from '../application/ports.ts';
import { type AccountTestShop, ada } from '../testing/account-test-shop.ts';
import { tokenIn } from '../testing/mailbox.ts';

export function passwordCases(fixture: AccountTestShop): void {
  const { post, profile, verify, mails, logIn, askReset } = fixture;

  test('a reset link shows its address, works once within 30 minutes, ends all logins, and verifies the address', async () => {
    await post('signup', ada);
    await mails();
    const before = await logIn();
    const otp = await askReset();
    expect((await post('verify-otp', { otp })).json()).toEqual({ email: 'ada@example.com' });
    const done = await post('reset-password', { email: ada.email, otp, newPassword: 'a blue bicycle' });
    expect([done.statusCode, done.json()]).toEqual([200, { succes: true }]);
    expect((await profile(before)).statusCode).toBe(401);
    expect((await profile(await logIn('a blue bicycle'))).json()).toMatchObject({ isEmailVerified: true });
    expect(await logIn()).toBeUndefined();
    for (const [url, body] of [
      ['verify-otp', { otp }],
      ['reset-password', { email: ada.email, otp, newPassword: 'a red bicycle' }],
    ] as const)
      expect((await post(url, body)).statusCode).toBe(400);
  });

  test('a reset link is no good after 30 minutes, for another address, or once another one was used', async () => {
    await post('signup', ada);
    await mails();
    const [first, second] = [await askReset(), await askReset()];
    const reset = (otp: string, email = ada.email) => post('reset-password', { email, otp, newPassword: 'a blue bicycle' });
    expect((await reset(first, 'eve@example.com')).statusCode).toBe(400);
    expect((await reset(first)).statusCode).toBe(200);
    expect((await reset(second)).json()).toMatchObject({ succes: false, details: [{ field: 'otp' }] });
    const third = await askReset();
    fixture.shop.clock.advance(30 * 60_000);
    expect((await post('verify-otp', { otp: third })).statusCode).toBe(400);
    expect((await reset(third)).statusCode).toBe(400);
  });

  test('of many that use one reset link at a time, one gets through', async () => {
    await post('signup', ada);
    await mails();
    const otp = await askReset();
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, index) => post('reset-password', { email: ada.email, otp, newPassword: `a blue bicycle ${index}` })),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400, 400, 400]);
  });

  test('a password is changed by who knows the current one; other devices are logged out, this one goes on', async () => {
    await post('signup', ada);
    const [here, elsewhere] = [await logIn(), await logIn()];
    const change = (currentPassword: string, newPassword = 'a blue bicycle') =>
      post('change-password', { currentPassword, newPassword }, here);
    expect((await change('wrong')).json()).toMatchObject({ statusCode: 400, details: [{ field: 'currentPassword' }] });
    expect((await change(ada.password, 'password123')).json()).toMatchObject({ statusCode: 400, details: [{ field: 'newPassword' }] });
    const changed = await change(ada.password);
    expect(changed.json()).toMatchObject({ succes: true });
    expect((await profile(changed.json<{ tk: string }>().tk)).statusCode).toBe(200);
    for (const token of [here, elsewhere]) expect((await profile(token)).statusCode).toBe(401);
  });

  /** From another network and with another spelling of the header each time. */
  const changeFrom = (network: number, authorization: string, currentPassword: string, newPassword = 'a blue bicycle') =>
    fixture.shop.app.inject({
      method: 'POST',
      url: '/user/change-password',
      payload: { currentPassword, newPassword },
      headers: { authorization },
      remoteAddress: `192.0.2.${network}`,
    });

  test('wrong current passwords count by account, whatever login and network they come from, until a right one', async () => {
    await post('signup', ada);
    const tokens = [await logIn(), await logIn(), await logIn()];
    const guess = async (network: number, password = `wrong ${network}`) =>
      (await changeFrom(network, tokens[network % 3] ?? '', password, 'password123')).statusCode;
    expect(await Promise.all([1, 2, 3, 4].map((network) => guess(network)))).toEqual([400, 400, 400, 400]);
    // The new password is refused, the current one was right.
    expect(await guess(5, ada.password)).toBe(400);
    const statuses = await Promise.all(Array.from({ length: 10 }, (_, index) => guess(index + 6)));
    expect(statuses.sort()).toEqual([...Array<number>(5).fill(400), ...Array<number>(5).fill(429)]);
    const waits = await changeFrom(99, await logIn(), ada.password);
    expect([waits.statusCode, waits.headers['retry-after']]).toEqual([429, '900']);
    fixture.shop.clock.advance(15 * 60_000);
    expect((await changeFrom(99, tokens[0] ?? '', ada.password)).statusCode).toBe(200);
  });

  test('blanks that HTTP does not know belong to no token, and another login of an account is no other caller', async () => {
    await post('signup', ada);
    const token = await logIn();
    for (const authorization of [`${token}\u00a0`, `Bearer \u00a0${token}`, `\u00a0${token}`, `Bearer\u00a0${token}`])
      expect((await changeFrom(1, authorization, ada.password)).statusCode).toBe(401);
    const spelt = [(tk: string) => tk, (tk: string) => `Bearer ${tk}`, (tk: string) => `bearer   ${tk}`];
    const change = async (count: number, tk: string) => {
      const passwords = [count === 0 ? ada.password : `a blue bicycle ${count - 1}`, `a blue bicycle ${count}`] as const;
      return changeFrom(count, spelt[count % 3]?.(tk) ?? '', ...passwords);
    };
    const most = limits['change-password'].perCaller;
    let login = token;
    for (let count = 0; count < most; count += 1) login = (await change(count, login)).json<{ tk: string }>().tk;
    expect((await profile(login)).statusCode).toBe(200);
    expect((await change(most, login)).statusCode).toBe(429);
  });

  test('a new password ends open reset links, and the owner of a confirmed address is notified by mail', async () => {
    await post('signup', ada);
    await verify(tokenIn((await mails())[0]));
    const otp = await askReset();
    const body = { currentPassword: ada.password, newPassword: 'a blue bicycle' };
    expect((await post('change-password', body, await logIn())).statusCode).toBe(200);
    const notice = { to: 'ada@example.com', subject: 'Your password was changed' };
    expect(await mails()).toMatchObject([notice]);
    expect((await post('verify-otp', { otp })).statusCode).toBe(400);
    expect((await post('reset-password', { email: ada.email, otp, newPassword: 'a red bicycle' })).statusCode).toBe(400);
    const again = { email: ada.email, otp: await askReset(), newPassword: 'a red bicycle' };
    expect((await post('reset-password', again)).statusCode).toBe(200);
    expect(await mails()).toMatchObject([notice]);
  });

  test('a reset link that was asked for and whose mail is not written yet ends with the password, too', async () => {
    await post('signup', ada);
    await verify(tokenIn((await mails())[0]));
    await post('forgot-password', { email: ada.email });
    await post('change-password', { currentPassword: ada.password, newPassword: 'a blue bicycle' }, await logIn());
    expect((await mails()).map(({ subject }) => subject)).toEqual(['Your password was changed']);
  });

  test('what was asked for by another address opens no account, though somebody signs up with it later', async () => {
    await post('forgot-password', { email: 'later@example.com' });
    expect(await mails()).toEqual([]);
    await post('signup', { ...ada, email: 'later@example.com' });
    const { rows } = await fixture.shop.database.query<{ id: string }>(`select id from account_token where kind = 'reset'`);
    const otp = fixture.shop.get(MailedTokens).plain(rows[0]?.id ?? '');
    expect((await post('verify-otp', { otp })).statusCode).toBe(400);
  });

  test('no mail is sent about the password of an account whose address is not verified', async () => {
    await post('signup', ada);
    await mails();
    await post('change-password', { currentPassword: ada.password, newPassword: 'a blue bicycle' }, await logIn());
    expect(await mails()).toEqual([]);
  });
}
