import { expect, test } from '@jest/globals';
import { type AccountTestShop, ada } from '../../testing/account-test-shop.ts';
import { captchaCookie } from '../../../../testing/captcha.ts';
import type { Mail } from '../../../../shared/ports.ts';
import { tokenIn } from '../../testing/mailbox.ts';

const QUARTER = 15 * 60_000;
const HOUR = 4 * QUARTER;

export function accountMails(fixture: AccountTestShop): void {
  const { post, profile, verify, mails, logIn } = fixture;
  const postFrom = (network: number, url: string, payload: object) =>
    fixture.shop.app.inject({ method: 'POST', url: `/user/${url}`, payload, remoteAddress: `192.0.2.${network}` });

  test('a taken address gets the same answer, its owner a mail, and the account stays as it is', async () => {
    const first = await post('signup', ada);
    await mails();
    const second = await post('signup', { ...ada, username: 'Eve', password: 'another password' });
    expect([second.statusCode, second.body]).toEqual([first.statusCode, first.body]);
    expect(await mails()).toMatchObject([{ to: 'ada@example.com', subject: 'Somebody tried to sign up with your address' }]);
    expect(await logIn('another password')).toBeUndefined();
    expect((await profile(await logIn())).json()).toMatchObject({ username: 'Ada' });
  });

  test('no mail to an address that nobody has confirmed contains text chosen by the person who signed up with it', async () => {
    const words = { username: 'You won: https://evil.example', lastname: 'https://evil.example' };
    await post('signup', { ...ada, ...words });
    const whoSignedUp = fixture.memory;
    await post('signup', ada);
    await post('forgot-password', { email: ada.email });
    const sent = await mails();
    expect(sent.map(({ subject }) => subject).sort()).toEqual([
      'Choose a new password',
      'Please confirm your e-mail address',
      'Somebody tried to sign up with your address',
    ]);
    expect(JSON.stringify(sent)).not.toMatch(/evil|You won/);
    await verify(tokenIn(sent.find(({ subject }) => subject.startsWith('Please confirm'))), whoSignedUp);
    fixture.shop.clock.advance(24 * HOUR);
    await post('signup', { ...ada, username: 'Eve' });
    // Confirmed, it still could pass for a link.
    expect((await mails())[0]?.text).toContain('Hello,');
  });

  test.each([
    ['forgot-password', { email: ada.email }],
    ['resend-verification', { email: ada.email }],
    ['signup', ada],
  ] as const)('who asks again and again by %s gets the same answer and, while mails are fresh, no further one', async (url, body) => {
    await post('signup', ada);
    await mails();
    fixture.shop.clock.advance(3_600_000);
    const from = (network: number) => postFrom(network, url, body);
    const answers = [];
    for (let network = 1; network <= 5; network += 1) answers.push(await from(network));
    expect(new Set(answers.map(({ statusCode, body: text }) => `${statusCode} ${text}`)).size).toBe(1);
    expect(await mails()).toHaveLength(url === 'signup' ? 1 : 2);
    // The links of those still live when the next mail may leave.
    fixture.shop.clock.advance(15 * 60_000);
    await from(9);
    expect(await mails()).toHaveLength(url === 'signup' ? 0 : 1);
  });

  test('neither database nor job holds what a link holds', async () => {
    await post('signup', ada);
    const token = tokenIn((await mails())[0]);
    expect(token).toHaveLength(43);
    const { rows } = await fixture.shop.database.query(
      `select (select json_agg(t) from account_token t)::text || (select json_agg(l) from letter l)::text || (select json_agg(o) from outbox o)::text as all`,
    );
    expect(rows).not.toEqual([{ all: null }]);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test('a mail to an address that nobody has is planned like any other and never written', async () => {
    await fixture.shop.database.query('delete from letter');
    await post('forgot-password', { email: 'nobody@example.com' });
    expect((await fixture.shop.database.query('select state from letter')).rows).toEqual([{ state: 'waiting' }]);
    expect(await mails()).toEqual([]);
    expect((await fixture.shop.database.query('select state from letter')).rows).toEqual([{ state: 'dropped' }]);
  });

  test('requests for links before there was an account do not use up the limit of its owner', async () => {
    for (let time = 0; time < 4; time += 1) await post('resend-verification', { email: ada.email });
    expect(await mails()).toEqual([]);
    await post('signup', ada);
    expect(await mails()).toMatchObject([{ subject: 'Please confirm your e-mail address' }]);
  });

  test('strangers who ask all day fill no mailbox, and lock its owner out of nothing: with a captcha he gets a link', async () => {
    await post('signup', ada);
    const sent = await mails();
    const heard = new Map<string, Set<string>>();
    const ask = async (network: number) => {
      for (const url of ['forgot-password', 'resend-verification', 'signup']) {
        const { statusCode, body } = await postFrom(network, url, url === 'signup' ? ada : { email: ada.email });
        heard.set(url, (heard.get(url) ?? new Set()).add(`${statusCode} ${body}`));
      }
    };
    const countOf = (subject: string) => sent.filter((mail) => mail.subject.startsWith(subject)).length;
    const counts = () => [countOf('Choose a new password'), countOf('Please confirm'), countOf('Somebody tried')];
    for (let hour = 0; hour < 24; hour += 1) {
      for (let time = 0; time < 2; time += 1) await ask(2 * hour + time);
      sent.push(...(await mails()));
      fixture.shop.clock.advance(HOUR);
    }
    // The one that came with the account is counted, too.
    expect(counts()).toEqual([6, 6, 1]);
    // The seventh request for a new password is asked for a captcha, whoever makes it.
    expect([...heard.values()].map(({ size }) => size)).toEqual([2, 1, 1]);
    await ask(250);
    sent.push(...(await mails()));
    expect(counts()).toEqual([7, 7, 2]);
  });

  test('whoever signs up with an address and closes that account again, over and over, fills no mailbox either, nor locks its owner out', async () => {
    const sent: Mail[] = [];
    const heard: number[] = [];
    for (let network = 1; network <= 8; network += 1) {
      await postFrom(network, 'signup', ada);
      sent.push(...(await mails()));
      for (const url of ['resend-verification', 'resend-verification', 'forgot-password', 'forgot-password'])
        heard.push((await postFrom(network, url, { email: ada.email })).statusCode);
      sent.push(...(await mails()));
      expect((await post('close', { currentPassword: ada.password }, await logIn())).json()).toMatchObject({ closed: true });
    }
    const countOf = (subject: string) => sent.filter((mail) => mail.subject.startsWith(subject)).length;
    expect([sent.length, countOf('Choose a new password'), countOf('Please confirm')]).toEqual([12, 6, 6]);
    // Sixteen asked for a new password: from the seventh on each needs a captcha.
    expect([200, 403].map((status) => heard.filter((one) => one === status).length)).toEqual([22, 10]);
    await post('signup', ada);
    expect(await mails()).toEqual([]);
    const cookie = await captchaCookie(fixture.shop);
    const payload = { email: ada.email };
    await fixture.shop.app.inject({ method: 'POST', url: '/user/forgot-password', payload, headers: { cookie } });
    expect(await mails()).toMatchObject([{ subject: 'Choose a new password' }]);
    expect((await post('close', { currentPassword: ada.password }, await logIn())).json()).toMatchObject({ closed: true });
    fixture.shop.clock.advance(24 * HOUR);
    await post('signup', ada);
    expect(await mails()).toMatchObject([{ subject: 'Please confirm your e-mail address' }]);
  });

  test('plus addresses of one mailbox cause ten mails a day at most, and lock neither its own address nor a confirmed account out', async () => {
    const plus = (tag: string) => ada.email.replace('@', `+${tag}@`);
    await post('signup', { ...ada, email: plus('mine') });
    await mails();
    await fixture.shop.database.query('update shop_user set email_verified_at = now()');
    await fixture.shop.database.query('delete from rate_limit');
    const sent = [];
    for (let place = 1; place <= 8; place += 1) {
      const email = plus(String(place));
      await postFrom(place, 'signup', { ...ada, email, username: `ada${place}` });
      await postFrom(place, 'forgot-password', { email });
      sent.push(...(await mails()));
    }
    expect(sent).toHaveLength(10);
    await post('forgot-password', { email: plus('mine') });
    await post('signup', ada);
    expect((await mails()).map(({ to }) => to).toSorted()).toEqual(['ada+mine@example.com', 'ada@example.com']);
  });

  test('after six requests a day, from anywhere, a captcha is asked for, with an account or without; each network gets some links more', async () => {
    await post('signup', ada);
    await mails();
    const ask = (network: number, email: string, cookie = '') =>
      fixture.shop.app.inject({
        method: 'POST',
        url: '/user/forgot-password',
        payload: { email },
        remoteAddress: `192.0.2.${network}`,
        headers: { cookie },
      });
    for (const email of ['nobody@example.com', ada.email]) {
      for (let network = 1; network <= 6; network += 1) expect((await ask(network, email)).statusCode).toBe(200);
      const refused = await ask(7, email);
      expect([refused.statusCode, refused.json()]).toEqual([403, expect.objectContaining({ captcha: true, captchaNeeded: true })]);
    }
    await mails();
    const linksOf = async (network: number, times: number) => {
      let links = 0;
      for (let time = 0; time < times; time += 1) {
        fixture.shop.clock.advance(QUARTER);
        expect((await ask(network, ada.email, await captchaCookie(fixture.shop))).statusCode).toBe(200);
        links += (await mails()).length;
      }
      return links;
    };
    expect([await linksOf(8, 6), await linksOf(9, 1)]).toEqual([4, 1]);
  });

  test('a person who lost two mails gets a third, and a mail that is retried is one mail', async () => {
    await post('signup', ada);
    for (let time = 0; time < 3; time += 1) {
      await mails();
      fixture.shop.clock.advance(QUARTER);
      await post('resend-verification', { email: ada.email });
      await post('forgot-password', { email: ada.email });
    }
    fixture.mailer.failure = new Error('The mail server could not be reached.');
    for (let time = 0; time < 8; time += 1) {
      await mails();
      fixture.shop.clock.advance(QUARTER / 10);
    }
    fixture.mailer.failure = null;
    fixture.shop.clock.advance(QUARTER);
    const [third] = (await mails()).filter(({ subject }) => subject.startsWith('Please confirm'));
    expect((await verify(tokenIn(third))).json()).toMatchObject({ status: true });
  });

  test('who was asked about before there was an account gets every mail from the first', async () => {
    for (let network = 1; network <= 12; network += 1) {
      for (const url of ['forgot-password', 'resend-verification']) await postFrom(network, url, { email: ada.email });
      expect(await mails()).toEqual([]);
      if (network < 9) fixture.shop.clock.advance(QUARTER);
    }
    await post('signup', ada);
    expect(await mails()).toMatchObject([{ subject: 'Please confirm your e-mail address' }]);
    await post('resend-verification', { email: ada.email });
    await post('forgot-password', { email: ada.email });
    expect((await mails()).map(({ subject }) => subject).sort()).toEqual(['Choose a new password', 'Please confirm your e-mail address']);
  });

  test('signing up with an address that has an account opens no further mails to it', async () => {
    await post('signup', ada);
    await mails();
    for (let time = 0; time < 4; time += 1) {
      await post('forgot-password', { email: ada.email });
      await post('signup', ada);
    }
    expect((await mails()).filter(({ subject }) => subject === 'Choose a new password')).toHaveLength(2);
  });
}
