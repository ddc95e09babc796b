import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import pg from 'pg';
import { limits } from '../../../platform/limits/limits.ts';
import { SendMail } from '../../../platform/mail/sending/send-mail.ts';
import { Mailer } from '../../../shared/ports.ts';
import { RecordingMailer } from '../../../testing/fakes.ts';
import { type TestShop, testShop } from '../../../testing/test-shop.ts';

const DAY = 86_400_000;

export function newsletter(): void {
  const mailer = new RecordingMailer();
  let shop: TestShop;
  beforeAll(async () => {
    shop = await testShop({
      fakes: [{ provide: Mailer, useValue: mailer }],
      environment: { STOREFRONT_ORIGIN: 'https://shop.example', API_ORIGIN: 'https://api.example' },
    });
  });
  afterAll(() => shop.close());
  beforeEach(() =>
    shop.database.query('delete from rate_limit; delete from newsletter_subscription; delete from letter; delete from outbox'),
  );

  const subscribe = (email: unknown, remoteAddress = '203.0.113.7') =>
    shop.app.inject({ method: 'POST', url: '/news', payload: { email }, remoteAddress });
  const confirm = (token: string) => shop.app.inject(`/news/confirm/${token}`);
  const unsubscribe = (token: string, more: object = {}) => shop.app.inject({ method: 'POST', url: `/news/unsubscribe/${token}`, ...more });
  const stateOf = async (email: string) =>
    (await shop.database.query('select state from newsletter_subscription where email = $1', [email])).rows[0]?.state;

  /** Sends what is planned; the tokens of the newest mail. */
  async function readMail(): Promise<{
    confirm: string;
    unsubscribe: string;
    refuse: string;
    headers: Record<string, string> | undefined;
  }> {
    const { rows } = await shop.database.query<{ id: string }>(`select id from letter where state = 'waiting'`);
    for (const { id } of rows) await shop.get(SendMail).run(id);
    const mail = mailer.sent.at(-1);
    const token = (kind: string) => new RegExp(`https://shop\\.example/newsletter/${kind}/([\\w-]{43})`).exec(mail?.text ?? '')?.[1] ?? '';
    const unsubscribe = /unsubscribe\/([\w-]{43})/.exec(mail?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? '';
    return { confirm: token('confirm'), unsubscribe, refuse: token('unsubscribe'), headers: mail?.headers };
  }

  test('an address gets the newsletter once it has confirmed by mail, with time and network stored as proof', async () => {
    expect((await subscribe(' Ada@Example.com ')).statusCode).toBe(200);
    expect(await stateOf('ada@example.com')).toBe('pending');
    const mail = await readMail();
    expect(mailer.sent.at(-1)).toMatchObject({ to: 'ada@example.com' });
    expect((await confirm(mail.confirm)).json()).toEqual({ status: 'confirmed' });
    expect((await confirm(mail.confirm)).json()).toEqual({ status: 'confirmed' });
    const { rows } = await shop.database.query('select state, asked_from, confirmed_at from newsletter_subscription');
    expect(rows).toEqual([{ state: 'confirmed', asked_from: '203.0.113.7', confirmed_at: shop.clock.now() }]);
  });

  test('a repeated request for a pending address renews its time and source', async () => {
    await subscribe('ada@example.com');
    shop.clock.advance(89 * DAY);
    await subscribe('ada@example.com', '203.0.113.8');
    const asked = async () => (await shop.database.query('select asked_at, asked_from from newsletter_subscription')).rows;
    const renewed = [{ asked_at: shop.clock.now(), asked_from: '203.0.113.8' }];
    expect(await asked()).toEqual(renewed);
    await confirm((await readMail()).confirm);
    shop.clock.advance(DAY);
    await subscribe('ada@example.com', '203.0.113.9');
    expect(await asked()).toEqual(renewed);
  });

  test('one network guesses at links a limited number of times, and keeps no other from its own', async () => {
    const guess = (method: 'GET' | 'POST', url: string, remoteAddress: string) => shop.app.inject({ method, url, remoteAddress });
    for (const [method, url] of [
      ['GET', '/news/confirm/guessed'],
      ['POST', '/news/unsubscribe/guessed'],
    ] as const) {
      await shop.database.query('delete from rate_limit');
      const { perNetwork } = limits['news-link'];
      for (let time = 0; time < perNetwork; time += 1) expect((await guess(method, url, '192.0.2.9')).statusCode).toBe(404);
      const refused = await guess(method, url, '192.0.2.9');
      expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60']);
      expect((await guess(method, url, '192.0.2.10')).statusCode).toBe(404);
    }
  });

  test('the answer is the same for a new address, one that waits, one that is subscribed and one that has left', async () => {
    const answers = [await subscribe('ada@example.com'), await subscribe('ada@example.com')];
    const mail = await readMail();
    await confirm(mail.confirm);
    answers.push(await subscribe('ada@example.com'));
    await unsubscribe(mail.unsubscribe);
    answers.push(await subscribe('ada@example.com'));
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
  });

  test('who is subscribed gets no further mail, who waits gets one at a time', async () => {
    await Promise.all([subscribe('ada@example.com'), subscribe('ada@example.com'), subscribe('ADA@example.com')]);
    expect((await shop.database.query('select id from letter')).rowCount).toBe(1);
    const mail = await readMail();
    await confirm(mail.confirm);
    const before = mailer.sent.length;
    await subscribe('ada@example.com');
    await readMail();
    expect(mailer.sent).toHaveLength(before);
  });

  test('an address that refused all mail gets none, no matter who subscribes it, and the answer stays the same', async () => {
    const first = await subscribe('ada@example.com');
    const mail = await readMail();
    await confirm(mail.confirm);
    for (let time = 0; time < 2; time += 1) expect((await unsubscribe(mail.refuse)).statusCode).toBe(200);
    const before = mailer.sent.length;
    const again = await subscribe('ada@example.com');
    expect([again.statusCode, again.body]).toEqual([first.statusCode, first.body]);
    await readMail();
    await unsubscribe(mail.unsubscribe);
    await subscribe('ada@example.com');
    await readMail();
    expect((await confirm(mail.confirm)).statusCode).toBe(404);
    expect(mailer.sent).toHaveLength(before);
    expect(await stateOf('ada@example.com')).toBe('refused');
  });

  test('asking costs as many queries for a new address as for one that waits, is subscribed, has left or has refused', async () => {
    const query = jest.spyOn(pg.Client.prototype, 'query');
    const cost = async (email: string) => {
      query.mockClear();
      await subscribe(email);
      return query.mock.calls.length;
    };
    await cost('warm@example.com');
    const costs = [await cost('ada@example.com')];
    for (const state of ['pending', 'confirmed', 'unsubscribed', 'refused']) {
      await shop.database.query('update newsletter_subscription set state = $1', [state]);
      await shop.database.query('delete from rate_limit');
      costs.push(await cost('ada@example.com'));
    }
    query.mockRestore();
    expect(new Set(costs).size).toBe(1);
    expect(costs[0]).toBeGreaterThan(3);
  });

  test('repeated subscriptions of an address do not flood its mailbox: the answer is the same and an earlier link stays valid', async () => {
    const before = mailer.sent.length;
    const answers = [];
    let mail = { confirm: '' };
    for (let network = 1; network <= 8; network += 1) {
      answers.push(await subscribe('ada@example.com', `198.51.100.${network}`));
      mail = await readMail();
    }
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
    expect(mailer.sent).toHaveLength(before + 3);
    expect((await confirm(mail.confirm)).statusCode).toBe(200);
  });

  test('repeated requests cause three mails a day at most, and the next day one again', async () => {
    const before = mailer.sent.length;
    for (let hour = 0; hour < 24; hour += 1) {
      for (let network = 1; network <= 3; network += 1) await subscribe('ada@example.com', `198.51.100.${network}`);
      await readMail();
      shop.clock.advance(DAY / 24);
    }
    expect(mailer.sent).toHaveLength(before + 3);
    await subscribe('ada@example.com');
    expect((await confirm((await readMail()).confirm)).statusCode).toBe(200);
    expect(mailer.sent).toHaveLength(before + 4);
  });

  test('plus addresses of one mailbox cause five mails a day at most, and none less to its own address', async () => {
    const before = mailer.sent.length;
    for (let tag = 1; tag <= 8; tag += 1) {
      await subscribe(`ada+${tag}@example.com`, `198.51.100.${tag}`);
      await readMail();
    }
    expect(mailer.sent).toHaveLength(before + 5);
    await subscribe('ada@example.com');
    expect((await confirm((await readMail()).confirm)).statusCode).toBe(200);
  });

  test('who has left may come back at once, however often the address was asked for before', async () => {
    for (let time = 0; time < 5; time += 1) {
      await subscribe('ada@example.com');
      const mail = await readMail();
      await confirm(mail.confirm);
      if (time < 4) await unsubscribe(mail.unsubscribe);
    }
    expect(await stateOf('ada@example.com')).toBe('confirmed');
  });

  test('one click in a mail program ends it: a POST with a form, without a login', async () => {
    await subscribe('ada@example.com');
    const mail = await readMail();
    await confirm(mail.confirm);
    expect(mail.headers).toEqual({
      'List-Unsubscribe': `<https://api.example/news/unsubscribe/${mail.unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
    const answer = await unsubscribe(mail.unsubscribe, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
    expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'unsubscribed' }]);
    expect(await stateOf('ada@example.com')).toBe('unsubscribed');
    const form = { headers: { 'content-type': 'multipart/form-data; boundary=e' }, payload: '--e--\r\n' };
    expect((await unsubscribe(mail.unsubscribe, form)).statusCode).toBe(200);
    expect((await unsubscribe(mail.unsubscribe)).statusCode).toBe(200);
  });

  test('an old confirmation link does not subscribe again after unsubscribing', async () => {
    await subscribe('ada@example.com');
    const mail = await readMail();
    await unsubscribe(mail.unsubscribe);
    expect((await confirm(mail.confirm)).statusCode).toBe(404);
    await subscribe('ada@example.com');
    expect((await confirm(mail.confirm)).statusCode).toBe(404);
    expect(await stateOf('ada@example.com')).toBe('pending');
    expect((await confirm((await readMail()).confirm)).statusCode).toBe(200);
  });

  test('a link of confirmation lives a week, is stored as a hash, and is no link to unsubscribe', async () => {
    await subscribe('ada@example.com');
    const mail = await readMail();
    const { rows } = await shop.database.query(`select row_to_json(t)::text as row from newsletter_token t`);
    expect(JSON.stringify(rows)).not.toContain(mail.confirm);
    expect((await unsubscribe(mail.confirm)).statusCode).toBe(404);
    expect((await confirm(mail.unsubscribe)).statusCode).toBe(404);
    shop.clock.advance(7 * DAY);
    expect((await confirm(mail.confirm)).statusCode).toBe(404);
    expect((await unsubscribe(mail.unsubscribe)).statusCode).toBe(200);
  });

  test('a mail whose reader has left meanwhile is not sent', async () => {
    await subscribe('ada@example.com');
    await shop.database.query(`update newsletter_subscription set state = 'unsubscribed'`);
    const before = mailer.sent.length;
    await readMail();
    expect(mailer.sent).toHaveLength(before);
    expect((await shop.database.query('select state from letter')).rows).toEqual([{ state: 'dropped' }]);
  });

  test.each([
    [undefined],
    [''],
    ['no address'],
    [['a@b.co']],
    ['a@b.co\r\nBcc: c@d.co'],
    [`${'a'.repeat(250)}@b.co`],
    [{}],
    ['\u0000@b.co'],
  ])('the e-mail %j is refused, the field named, nothing stored', async (email) => {
    const answer = await subscribe(email);
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      expect.objectContaining({ details: [expect.objectContaining({ field: 'email' })] }),
    ]);
    expect((await shop.database.query('select id from newsletter_subscription')).rowCount).toBe(0);
  });
}
