import { expect, test } from '@jest/globals';
import { type AccountTestShop, ada } from '../testing/account-test-shop.ts';
import { tokenIn } from '../testing/mailbox.ts';

export function verification(fixture: AccountTestShop): void {
  const { post, profile, verify, mails, logIn, askReset } = fixture;

  test('who signs up may log in at once, and is verified by the link in the mail, which logs in, once', async () => {
    const answer = await post('signup', ada);
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([201, 'no-store']);
    expect((await profile(await logIn())).json()).toMatchObject({ email: 'ada@example.com', isEmailVerified: false });
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ to: 'ada@example.com', subject: 'Please confirm your e-mail address' });
    const verified = (await verify(tokenIn(mail))).json<{ status: boolean; token: string }>();
    expect(verified.status).toBe(true);
    expect((await profile(verified.token)).json()).toMatchObject({ isEmailVerified: true });
    const again = (await verify(tokenIn(mail))).json();
    expect(again).toEqual({ status: true, message: 'Your e-mail address is verified already. Please log in.' });
  });

  test('who reads the mailbox but did not sign up opens nothing, and the link stays good for who did', async () => {
    await post('signup', ada);
    const ofAda = fixture.memory;
    const token = tokenIn((await mails())[0]);
    await post('signup', { ...ada, email: 'bob@example.com' });
    for (const cookie of [
      '',
      fixture.memory,
      'signup=x',
      `${ofAda}x`,
      ofAda.replace(/\.(.)/, (_, first) => `.${first === 'A' ? 'B' : 'A'}`),
    ])
      expect((await verify(token, cookie)).json()).toEqual({
        status: false,
        needsLogin: true,
        message: expect.stringContaining('Please log in'),
      });
    expect((await profile(await logIn())).json()).toMatchObject({ isEmailVerified: false });
    const withLogin = await fixture.shop.app.inject({ url: `/user/verify/${token}`, headers: { authorization: await logIn() } });
    expect(withLogin.json()).toMatchObject({ status: true });
  });

  test.each(['', 'x', 'a'.repeat(43), '%F0%9F%90%88', "' or 1=1 --"])('the made-up link "%s" verifies nobody', async (token) => {
    const answer = await verify(encodeURIComponent(token));
    if (token === '') expect(answer.statusCode).toBe(404);
    else expect(answer.json()).toMatchObject({ status: false });
  });

  test('a verification link lives 48 hours; a reset link is none', async () => {
    await post('signup', ada);
    const token = tokenIn((await mails())[0]);
    // No login makes such a link valid.
    const invalid = { status: false, message: 'This link is no longer valid. Please ask for a new one.' };
    expect((await verify(await askReset())).json()).toEqual(invalid);
    fixture.shop.clock.advance(48 * 3_600_000);
    expect((await verify(token)).json()).toEqual(invalid);
  });

  test.each(['reset', 'change'] as const)(
    'a verification link from before a password %s gives no login, and the person who made the account sees nothing of it',
    async (how) => {
      await post('signup', ada);
      const ofWhoSignedUp = fixture.memory;
      const [written] = await mails();
      await post('resend-verification', { email: ada.email });
      const waiting = async () => (await mails()).filter(({ subject }) => subject.startsWith('Please confirm'));
      if (how === 'reset') {
        const otp = await askReset();
        await post('reset-password', { email: ada.email, otp, newPassword: 'a blue bicycle' });
      } else await post('change-password', { currentPassword: ada.password, newPassword: 'a blue bicycle' }, await logIn());
      expect(await waiting()).toEqual([]);
      const answer = (await verify(tokenIn(written), ofWhoSignedUp)).json();
      expect(answer).toEqual({
        status: how === 'reset',
        message: expect.stringContaining(how === 'reset' ? 'verified already' : 'no longer valid'),
      });
    },
  );

  test('a link to an address that another one has verified is a repeat, without a login, for any visitor', async () => {
    await post('signup', ada);
    await post('resend-verification', { email: ada.email });
    const [first, second] = (await mails()).map(tokenIn);
    expect((await verify(first ?? '')).json()).toMatchObject({ status: true, token: expect.any(String) });
    for (const cookie of [fixture.memory, ''])
      expect((await verify(second ?? '', cookie)).json()).toEqual({ status: true, message: expect.stringContaining('verified already') });
  });

  test('another verification link is sent to who waits for one, and to nobody else', async () => {
    await post('signup', ada);
    await mails();
    const answer = await post('resend-verification', { email: ada.email });
    const [mail] = await mails();
    expect((await verify(tokenIn(mail))).json()).toMatchObject({ status: true });
    for (const email of [ada.email, 'nobody@example.com']) {
      const other = await post('resend-verification', { email });
      expect([other.statusCode, other.body]).toEqual([200, answer.body]);
    }
    expect(await mails()).toEqual([]);
  });
}
