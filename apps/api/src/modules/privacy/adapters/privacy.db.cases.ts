import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { RecordingMailer } from '../../../testing/fakes.ts';
import { audited, operator } from '../../../testing/operators.ts';
import { addUser } from '../../../testing/people.ts';
import { addProducts } from '../../../testing/products.ts';
import { buy } from '../../../testing/sales.ts';
import { type TestShop, testShop } from '../../../testing/test-shop.ts';
import { untilOneWaits } from '../../../testing/until.ts';
import { Mailer } from '../../../shared/ports.ts';
import { Settle } from '../../payments/application/settle.ts';
import { PaymentProvider } from '../../payments/application/ports.ts';
import { InMemoryPaymentProvider } from '../../payments/testing/in-memory-payments.ts';
import { RepeatErasures } from '../application/repeat-erasures.ts';
import { Passwords } from '../../users/index.ts';
import { CountingPasswords } from '../../users/testing/in-memory-users.ts';
import { deliverMails } from '../../users/testing/mailbox.ts';
import type { DataFiles } from './privacy.dto.ts';

export function privacy(): void {
  const mailer = new RecordingMailer();
  const provider = new InMemoryPaymentProvider();
  let shop: TestShop;
  let owner: Awaited<ReturnType<typeof operator>>;
  let count = 0;

  beforeAll(async () => {
    shop = await testShop({
      fakes: [
        { provide: PaymentProvider, useValue: provider },
        { provide: Mailer, useValue: mailer },
        { provide: Passwords, useValue: new CountingPasswords() },
      ],
    });
    owner = await operator(shop, 'owner');
    await addProducts(shop, [{ kinguinId: 1, keys: 50 }]);
  });
  afterAll(() => shop.close());
  beforeEach(() => shop.database.query('delete from rate_limit'));

  async function somebody({ password = 'right' as string | null, isVerified = true } = {}) {
    count += 1;
    const user = await addUser(shop, `person${count}`, { isVerified });
    await shop.database.query('update shop_user set password_hash = $2 where id = $1', [user.id, password && `hash of ${password}`]);
    return user;
  }
  const post = (url: string, payload: object, token?: string) =>
    shop.app.inject({ method: 'POST', url, payload, ...(token !== undefined && { headers: { authorization: token } }) });
  const exported = async (token: string) =>
    (await shop.app.inject({ url: '/user/personal-data', headers: { authorization: token } })).json<DataFiles>();
  const mails = () => deliverMails(shop, mailer);
  const linkIn = (text = '') => /\/privacy\/(?:data|close)\/([\w-]+)/.exec(text)?.[1] ?? 'none';
  const isOpen = async (id: string) =>
    (await shop.database.query<{ open: boolean }>('select closed_at is null as open from shop_user where id = $1', [id])).rows[0]?.open;

  test('a user downloads what is stored about the own account and address, and nothing of others, no hash, no key and no cookie', async () => {
    const { token, email } = await somebody();
    const other = await somebody();
    await buy(shop, provider, { token, email });
    await buy(shop, provider, { email });
    await buy(shop, provider, { token: other.token, email: other.email });
    const { data, page } = await exported(token);
    const subjects = ['account', 'keys', 'mails', 'orderHistory', 'orders', 'riskDecisions', 'sessions', 'visitsOfOrders'];
    expect(Object.keys(data).sort()).toEqual(subjects);
    expect(data).toMatchObject({ account: [{ email, firstName: expect.any(String), hasPassword: true }], orders: [{ email }, { email }] });
    expect(page).toContain(`<td>${email}</td>`);
    const { rows } = await shop.database.query<{ browser: string }>('select browser_id as browser from shop_order where email = $1', [
      email,
    ]);
    expect(rows[0]?.browser).toHaveLength(43);
    const browsers = rows.map(({ browser }) => browser);
    for (const secret of [other.email, 'hash of', 'KEY-1', ...browsers]) expect(JSON.stringify({ data, page })).not.toContain(secret);
    expect((await shop.app.inject({ url: '/user/personal-data' })).statusCode).toBe(401);
  });

  test('whatever somebody has sent for days, an export has so much of each kind, the latest file, and says what it leaves out', async () => {
    const { token, email } = await somebody();
    const send = (messages: number, characters: number, fileBytes: number | null) =>
      shop.database.query(
        `insert into contact_message (id, full_name, email, message, file_name, file_type, file_content, created_at)
          select $1 || n, 'Ada', $2, repeat('x', $3), case when $4 > 0 then 'a.png' end, case when $4 > 0 then 'image/png' end,
            case when $4 > 0 then decode(repeat('00', $4), 'hex') end, now() + n * interval '1 second' from generate_series(1, $5) n`,
        [`${email}-${fileBytes}-`, email, characters, fileBytes ?? 0, messages],
      );
    await send(3, 10, 3_000_000);
    const few = (await exported(token)).data.contactMessages ?? [];
    expect(few.map(({ fileName, fileInBase64 }) => [fileName, String(fileInBase64 ?? '').length > 0])).toEqual([
      ['a.png', false],
      ['a.png', false],
      ['a.png', true],
    ]);
    await send(500, 5000, null);
    const { data, page } = await exported(token);
    const kept = data.contactMessages?.length ?? 0;
    expect([kept > 350, kept < 410]).toEqual([true, true]);
    expect(data.leftOut).toEqual([{ subject: 'contactMessages', rows: 503 - kept }]);
    expect(page).toContain('<h2>Left out</h2>');
    expect(Object.keys(data.contactMessages?.[0] ?? {})).not.toContain('rowsInAll');
  });

  test('an unverified account exports and erases nothing of whoever has its address', async () => {
    const { token, email, id } = await somebody({ isVerified: false });
    const orderId = await buy(shop, provider, { email });
    expect(Object.keys((await exported(token)).data)).toEqual(['account', 'sessions']);
    expect((await post('/user/close', { currentPassword: 'right' }, token)).statusCode).toBe(200);
    expect(await isOpen(id)).toBe(false);
    const { rows } = await shop.database.query('select email from shop_order where id = $1', [orderId]);
    expect(rows).toEqual([{ email }]);
  });

  test('a guest gets a link by mail that works once, and nobody learns whether an address is known', async () => {
    await buy(shop, provider, { email: 'guest@example.com' });
    await mails();
    const known = await post('/privacy/data', { email: 'Guest@example.com' });
    const unknown = await post('/privacy/data', { email: 'nobody@example.com' });
    expect([known.statusCode, unknown.body]).toEqual([200, known.body]);
    const sent = await mails();
    expect(sent.map(({ to }) => to)).toEqual(['guest@example.com']);
    const token = linkIn(sent[0]?.text);
    const opened = await post(`/privacy/data/${token}`, {});
    expect(opened.json<DataFiles>().data).toMatchObject({ orders: [{ email: 'guest@example.com' }] });
    expect((await post(`/privacy/data/${token}`, {})).statusCode).toBe(404);
    await post('/privacy/data', { email: 'guest@example.com' });
    const late = linkIn((await mails())[0]?.text);
    shop.clock.advance(61 * 60_000);
    expect((await post(`/privacy/data/${late}`, {})).statusCode).toBe(404);
    expect((await post('/privacy/data/unknown', {})).statusCode).toBe(404);
  });

  test('an account is closed by its password alone, and not by a wrong one', async () => {
    const { token, id } = await somebody();
    for (const currentPassword of [undefined, 'wrong'])
      expect((await post('/user/close', { currentPassword }, token)).json()).toMatchObject({ details: [{ field: 'currentPassword' }] });
    expect(await isOpen(id)).toBe(true);
    expect((await post('/user/close', { currentPassword: 'right' }, token)).json()).toMatchObject({ closed: true });
    expect(await isOpen(id)).toBe(false);
  });

  test('an account without a password is closed by a link that is mailed to it, once', async () => {
    const { token, id } = await somebody({ password: null });
    await mails();
    expect((await post('/user/close', {}, token)).json()).toMatchObject({ closed: false });
    expect(await isOpen(id)).toBe(true);
    const link = linkIn((await mails())[0]?.text);
    expect((await post(`/privacy/close/${link}`, {})).statusCode).toBe(200);
    expect(await isOpen(id)).toBe(false);
    expect((await post(`/privacy/close/${link}`, {})).statusCode).toBe(404);
  });

  test('an account without password and address is closed within ten minutes of its login', async () => {
    const steam = async () => {
      const user = await somebody({ password: null });
      await shop.database.query('update shop_user set email = null, email_verified_at = null where id = $1', [user.id]);
      return user;
    };
    const early = await steam();
    const late = await steam();
    shop.clock.advance(9 * 60_000);
    expect((await post('/user/close', {}, early.token)).json()).toMatchObject({ closed: true });
    shop.clock.advance(2 * 60_000);
    expect((await post('/user/close', {}, late.token)).statusCode).toBe(403);
    expect(await isOpen(late.id)).toBe(true);
  });

  test.each([
    ['an open payment', { isPaid: false }, '', /payment of order K\d+ is open/],
    ['an order on hold', {}, `update shop_order set status = 'on_hold' where id = $1`, /Order K\d+ is not delivered yet/],
    ['a dispute', {}, `update shop_order set status = 'disputed' where id = $1`, /Order K\d+ is disputed/],
    [
      'a refund under way',
      {},
      `insert into order_refund (id, order_id, kind, lines, amount_minor, is_whole, asked_by, asked_at)
        values ('re_' || $1, $1, 'goodwill', '{}', 1, false, 'bo', now())`,
      /refund of order K\d+ is under way/,
    ],
  ] as const)('%s keeps an account from being erased, and a sentence says so', async (_what, how, change, sentence) => {
    const { token, email, id } = await somebody();
    const orderId = await buy(shop, provider, { token, email, ...how });
    if (change !== '') await shop.database.query(change, [orderId]);
    const answer = await post('/user/close', { currentPassword: 'right' }, token);
    expect([answer.statusCode, answer.json<{ message: string }>().message]).toEqual([409, expect.stringMatching(sentence)]);
    expect(await isOpen(id)).toBe(true);
    expect((await exported(token)).data).toMatchObject({ orders: [{ email }] });
  });

  test('the open checkout of a stranger with the address of an account keeps nobody from closing it, and can still be paid', async () => {
    const { token, email, id } = await somebody();
    const earlier = await buy(shop, provider, { token, email });
    const open = await buy(shop, provider, { email, isPaid: false });
    expect((await exported(token)).data.orders).toHaveLength(2);
    expect((await post('/user/close', { currentPassword: 'right' }, token)).statusCode).toBe(200);
    expect(await isOpen(id)).toBe(false);
    const emailOf = async (order: string) =>
      (await shop.database.query<{ email: string }>('select email from shop_order where id = $1', [order])).rows[0]?.email;
    expect([await emailOf(earlier), await emailOf(open)]).toEqual([expect.stringMatching(/@erased\.invalid$/), email]);
    await shop.get(RepeatErasures).run();
    mailer.sent.length = 0;
    provider.become(`session-${open}`, { outcome: 'paid' });
    expect(await shop.get(Settle).run(`session-${open}`, 'stripe', 'stripe')).toBe('paid');
    expect((await mails()).map(({ to, subject }) => [to, subject.includes('Your keys')])).toContainEqual([email, true]);
  });

  test.each(['pending', 'expired', 'payment_failed'])(
    'a checkout that was %s and is paid while its address is erased keeps it, and the erasure is refused',
    async (status) => {
      const { token, email, id } = await somebody();
      const paid = await buy(shop, provider, { email, isPaid: false });
      await shop.database.query('update shop_order set status = $2 where id = $1', [paid, status]);
      await shop.database.query('begin');
      await shop.database.query(`update shop_order set status = 'fulfilling', paid_at = now() where id = $1`, [paid]);
      const closing = post('/user/close', { currentPassword: 'right' }, token);
      await untilOneWaits(shop.database);
      await shop.database.query('commit');
      expect((await closing).statusCode).toBe(409);
      expect(await isOpen(id)).toBe(true);
      expect((await shop.database.query('select email from shop_order where id = $1', [paid])).rows).toEqual([{ email }]);
    },
  );

  test('for a written request an owner exports and erases a customer or a guest, with a reason in the audit log that names nobody', async () => {
    const { id, email } = await somebody();
    await buy(shop, provider, { email: 'writer@example.com' });
    const reason = 'Letter of 3 March';
    const asCustomer = await owner.call('POST', '/ops/privacy/export', { customer: id, reason });
    expect(asCustomer.json<DataFiles>().data).toMatchObject({ account: [{ email }] });
    const asGuest = await owner.call('POST', '/ops/privacy/export', { email: 'writer@example.com', reason });
    expect(asGuest.json<DataFiles>().data).toMatchObject({ orders: [{ email: 'writer@example.com' }] });

    expect((await owner.call('POST', '/ops/privacy/erase', { customer: id, reason })).status).toBe(409);
    const erased = (await owner.call('POST', '/ops/privacy/erase', { customer: id, confirm: true, reason })).json<{ pseudonym: string }>();
    expect(await isOpen(id)).toBe(false);
    expect((await owner.call('POST', '/ops/privacy/erase', { email: 'writer@example.com', confirm: true, reason })).status).toBe(200);
    expect((await shop.database.query(`select 1 from shop_order where email = 'writer@example.com'`)).rowCount).toBe(0);
    expect(await audited(shop, 'privacy.export')).toMatchObject([
      { subject_id: id, reason: null },
      { subject_id: expect.stringMatching(/^[\w-]{43}$/), reason: null },
    ]);
    expect(await audited(shop, 'privacy.erase')).toMatchObject([
      { subject_id: id, after: erased, reason },
      { subject_id: expect.stringMatching(/^[\w-]{43}$/), reason },
    ]);
    const list = (await owner.call('GET', '/ops/privacy/erasures')).json<{ erasures: object[] }>().erasures;
    expect(list).toEqual(
      expect.arrayContaining([expect.objectContaining({ pseudonym: erased.pseudonym, accountId: id, askedBy: 'staff' })]),
    );
    expect(JSON.stringify(list)).not.toMatch(/example\.com/);
    expect((await owner.call('POST', '/ops/privacy/export', {})).status).toBe(400);
    expect((await owner.call('POST', '/ops/privacy/export', { customer: 'nobody' })).status).toBe(404);
  });
}
