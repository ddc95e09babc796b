import { beforeEach, expect, test } from '@jest/globals';
import { Transaction } from '../../../shared/ports.ts';
import { audited, operator } from '../../../testing/operators.ts';
import { addProducts } from '../../../testing/products.ts';
import { AccountMails } from '../../users/application/account-mails.ts';
import { accountTestShop, ada } from '../../users/testing/account-test-shop.ts';
import { tokenIn } from '../../users/testing/mailbox.ts';
import type { OpsCustomer } from './customers-ops.dto.ts';

const reason = 'The customer called';
const MINUTE_MS = 60_000;

export function customersOps(): void {
  const fixture = accountTestShop();
  const { post, profile, logIn, mails, verify, askReset } = fixture;
  let owner: Awaited<ReturnType<typeof operator>>;
  let id: string;

  beforeEach(async () => {
    owner ??= await operator(fixture.shop, 'owner');
    await fixture.shop.database.query('delete from sign_in; delete from staff_note; delete from order_event; delete from shop_order');
    await post('signup', ada);
    id = await idOf(ada.email);
  });

  const idOf = async (email: string) =>
    (await fixture.shop.database.query<{ id: string }>('select id from shop_user where email = lower($1)', [email])).rows[0]?.id ?? 'none';
  const found = async (q: string) =>
    (await owner.call('GET', `/ops/customers?q=${encodeURIComponent(q)}`)).json<{ items: { id: string }[] }>().items.map((one) => one.id);
  const view = async () => (await owner.call('GET', `/ops/customers/${id}`)).json<OpsCustomer>();
  const act = (verb: string, body: object = { reason }) => owner.call('POST', `/ops/customers/${id}/${verb}`, body);
  const lastAudit = async (action: string) => (await audited(fixture.shop, `customers.${action}`)).at(-1);
  const logInFrom = (remoteAddress: string, password = ada.password) =>
    fixture.shop.app.inject({ method: 'POST', url: '/user/login', payload: { email: ada.email, password }, remoteAddress });
  const wrong = (network: string) => logInFrom(network, 'wrong');

  /** Placed just now; unpaid where `isPaid` is false. */
  async function order(number: string, { email = 'ada@example.com', userId = null as string | null, isPaid = true } = {}): Promise<void> {
    fixture.shop.clock.advance(MINUTE_MS);
    const now = fixture.shop.clock.now();
    await fixture.shop.database.query(
      `insert into shop_order (id, number, status, email, user_id, currency, total_minor, lines, customer, client_address, browser_id, request_hash,
          session_id, created_at, expires_at, paid_at)
        values ($1, $1, $2, $3, $4, 'Eur', 1999, '[]', '{}', '192.0.2.1', 'b', 'h', $1, $5, $5, $6)`,
      [number, isPaid ? 'completed' : 'expired', email, userId, now, isPaid ? now : null],
    );
  }

  test('an account is found by a part of its address or name in any case and by its id, newest first, and what is typed is no pattern', async () => {
    fixture.shop.clock.advance(MINUTE_MS);
    await post('signup', { ...ada, email: 'grace@navy.example', username: 'Grace', lastname: 'Hopper 50%' });
    const grace = await idOf('grace@navy.example');
    for (const q of ['DA@EXAM', 'ada buy', id]) expect([q, await found(q)]).toEqual([q, [id]]);
    expect(await found('example')).toEqual([grace, id]);
    for (const q of [' 50%', 'hopper']) expect([q, await found(q)]).toEqual([q, [grace]]);
    for (const q of ['e%h', 'hop_er', 'nobody', id.slice(0, 20)]) expect([q, await found(q)]).toEqual([q, []]);
    const second = (await owner.call('GET', '/ops/customers?limit=1&page=2')).json<object>();
    expect(second).toEqual({
      items: [
        {
          id,
          email: 'ada@example.com',
          username: 'Ada',
          lastname: 'Buyer',
          isEmailVerified: false,
          createdAt: expect.any(String),
          closedAt: null,
        },
      ],
      page: 2,
      totalPages: 2,
    });
    expect((await owner.call('GET', '/ops/customers?q=da')).status).toBe(400);
    expect(await lastAudit('find')).toMatchObject({ after: { found: 2 } });
  });

  test('the view has orders of the account and of its address, sign-ins and what locks it, and nothing secret', async () => {
    await order('K100000001');
    await order('K100000002', { email: 'other@example.com', userId: id, isPaid: false });
    await order('K100000003', { email: 'stranger@example.com' });
    await wrong('192.0.2.1');
    await logInFrom('2001:db8::7');
    for (const network of ['192.0.2.2', '192.0.2.3', '192.0.2.4', '192.0.2.5']) await wrong(network);
    const answer = await owner.call('GET', `/ops/customers/${id}`);
    expect(answer.json()).toMatchObject({
      email: 'ada@example.com',
      isEmailVerified: false,
      emailVerifiedAt: null,
      hasPassword: true,
      providers: [],
      // The fourth was stopped by the captcha: it counts, and no password was checked.
      lock: { failedLogins: 4, isCaptchaNeeded: true, isPasswordChangeLocked: false, endsInSeconds: 900 },
      orderCount: 2,
      orders: [
        { number: 'K100000002', status: 'expired', total: 19.99, currency: 'EUR', isOfAccount: true },
        { number: 'K100000001', status: 'completed', isOfAccount: false },
      ],
    });
    expect(answer.json<OpsCustomer>().signIns.map(({ method, isSuccess, network }) => [method, isSuccess, network])).toEqual([
      ['password', false, '192.0.2.4'],
      ['password', false, '192.0.2.3'],
      ['password', false, '192.0.2.2'],
      ['password', true, '2001:db8:0:0'],
      ['password', false, '192.0.2.1'],
    ]);
    expect(answer.text).not.toContain(ada.password);
    expect(await lastAudit('look')).toMatchObject({ subject_id: id });
    expect((await owner.call('GET', '/ops/customers/nobody')).status).toBe(404);
  });

  test('unlocking forgets the failures of the account, for its logins and for its change of password', async () => {
    const token = await logIn();
    for (const network of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) await wrong(network);
    for (let time = 0; time < 5; time += 1) await post('change-password', { currentPassword: 'no', newPassword: 'a blue bicycle' }, token);
    expect((await logInFrom('192.0.2.9')).statusCode).toBe(403);
    expect((await view()).lock).toMatchObject({ isCaptchaNeeded: true, isPasswordChangeLocked: true });
    const answer = await act('unlock');
    expect([answer.status, answer.json<OpsCustomer>().lock]).toEqual([
      200,
      { failedLogins: 0, isCaptchaNeeded: false, isPasswordChangeLocked: false, endsInSeconds: 0 },
    ]);
    expect((await logInFrom('192.0.2.9')).statusCode).toBe(200);
    expect(await lastAudit('unlock')).toMatchObject({ subject_id: id, reason });
    expect((await act('unlock', { reason: '' })).status).toBe(400);
  });

  test('verifying shows the account what was ordered with its address, as the mailed link does, once', async () => {
    await order('K200000001');
    const token = await logIn();
    const numbers = async () =>
      (await fixture.shop.app.inject({ url: '/order', headers: { authorization: token } })).json<{ _id: string }[]>().map(({ _id }) => _id);
    expect(await numbers()).toEqual([]);
    expect((await act('verify')).json()).toMatchObject({ isEmailVerified: true, emailVerifiedAt: expect.any(String) });
    expect(await numbers()).toEqual(['K200000001']);
    // The pending mail is not needed any more.
    expect(await mails()).toEqual([]);
    expect((await act('verify')).status).toBe(409);
    expect(await lastAudit('verify')).toMatchObject({ before: { isEmailVerified: false }, after: { isEmailVerified: true }, reason });
  });

  test('a login by the link of the verification mail is a sign-in', async () => {
    const link = tokenIn((await mails())[0]);
    expect((await verify(link)).json()).toMatchObject({ status: true });
    await verify(link);
    expect((await view()).signIns).toMatchObject([{ method: 'verification-link', isSuccess: true, network: '127.0.0.1' }]);
  });

  test('ending the sessions logs out every device and leaves the password', async () => {
    const tokens = [await logIn(), await logIn()];
    expect((await act('end-sessions')).status).toBe(200);
    for (const token of tokens) expect((await profile(token)).statusCode).toBe(401);
    expect((await profile(await logIn())).statusCode).toBe(200);
    expect((await view()).signIns[1]).toMatchObject({ event: 'session-end', method: 'staff', isSuccess: true, network: '', browser: null });
    expect(await lastAudit('end-sessions')).toMatchObject({ subject_id: id, reason });
  });

  test('closing asks for a confirmation, and changes nothing without one', async () => {
    const token = await logIn();
    for (const body of [{ reason }, { reason, confirm: false }]) {
      const answer = await act('close', body);
      expect([answer.status, answer.json<{ details: { field: string }[] }>().details[0]?.field]).toEqual([409, 'confirm']);
    }
    expect((await profile(token)).statusCode).toBe(200);
    expect(await audited(fixture.shop, 'customers.close')).toEqual([]);
  });

  test('nobody gets into a closed account, its orders stay, and its address is free for a new account', async () => {
    const [token, link] = [await logIn(), tokenIn((await mails())[0])];
    const otp = await askReset();
    await order('K300000001', { userId: id });
    const [productId = ''] = await addProducts(fixture.shop, [{ kinguinId: 1 }]);
    await fixture.shop.database.query(`insert into wishlist_item values ($1, $2, 1, now())`, [id, productId]);
    await fixture.shop.database.query(`insert into user_identity values ('steam', '7', $1, now())`, [id]);
    expect((await view()).providers).toEqual(['steam']);
    expect((await act('close', { reason, confirm: true })).json()).toMatchObject({
      email: null,
      isEmailVerified: false,
      hasPassword: false,
      providers: [],
      closedAt: expect.any(String),
      orders: [{ number: 'K300000001' }],
    });
    expect((await profile(token)).statusCode).toBe(401);
    expect((await logInFrom('192.0.2.9')).statusCode).toBe(401);
    expect((await verify(link)).json()).toMatchObject({ status: false });
    expect((await post('reset-password', { email: ada.email, otp, newPassword: 'a blue bicycle' })).statusCode).toBe(400);
    for (const verb of ['unlock', 'verify', 'end-sessions']) expect([verb, (await act(verb)).status]).toEqual([verb, 409]);
    expect((await act('close', { reason, confirm: true })).status).toBe(409);

    await post('signup', ada);
    const next = await idOf(ada.email);
    expect(next).not.toBe(id);
    expect((await verify(tokenIn((await mails()).at(-1)))).json()).toMatchObject({ status: true });
    expect((await view()).closedAt).not.toBeNull();
    expect((await fixture.shop.database.query('select 1 from wishlist_item')).rowCount).toBe(0);
    const before = { isEmailVerified: false, hasPassword: true };
    expect(await audited(fixture.shop, 'customers.close')).toMatchObject([{ subject_id: id, reason, before }]);
  });

  test('the owner of a closed account is notified at its former address, unless that was unverified', async () => {
    await mails();
    await act('close', { reason, confirm: true });
    expect(await mails()).toEqual([]);

    await post('signup', ada);
    id = await idOf(ada.email);
    await act('verify');
    await mails();
    await act('close', { reason, confirm: true });
    expect(await mails()).toEqual([
      expect.objectContaining({ to: 'ada@example.com', subject: 'Your account was closed', text: expect.stringContaining('Hello Ada,') }),
    ]);
  });

  test('a link to confirm an address does not bring a closed account back that never had one', async () => {
    // As after a social login with an unverified address.
    await fixture.shop.database.query('update shop_user set email = null, password_hash = null where id = $1', [id]);
    const [mail] = await mails();
    const account = { userId: id, email: 'ada@example.com' };
    await fixture.shop.get(Transaction).run(() => fixture.shop.get(AccountMails).toAccount('verification', account));
    await act('close', { reason, confirm: true });
    expect(await mails()).toEqual([]);
    expect((await verify(tokenIn(mail))).json()).toMatchObject({ status: false });
    expect((await view()).email).toBeNull();
  });

  test('a note is shown at its customer or order until it is deleted, newest first, and is not in the log', async () => {
    await order('K400000001', { userId: id });
    await act('notes', { text: 'Prefers Polish' });
    fixture.shop.clock.advance(MINUTE_MS);
    const { notes } = (await act('notes', { text: ' Called twice\nabout a key ' })).json<OpsCustomer>();
    expect(notes.map(({ text }) => text)).toEqual(['Called twice\nabout a key', 'Prefers Polish']);
    const onOrder = await owner.call('POST', '/ops/orders/K400000001/notes', { text: 'Waits for the bank' });
    expect(onOrder.json()).toMatchObject({ notes: [{ text: 'Waits for the bank' }], timeline: [{ what: 'orders.note' }] });
    expect((await owner.call('DELETE', `/ops/notes/${notes[0]?.id}`)).status).toBe(204);
    expect((await owner.call('DELETE', `/ops/notes/${notes[0]?.id}`)).status).toBe(404);
    expect((await view()).notes.map(({ text }) => text)).toEqual(['Prefers Polish']);
    for (const text of ['', ' ', 'x'.repeat(2001), 7]) expect((await act('notes', { text })).status).toBe(400);
    expect((await owner.call('POST', '/ops/customers/nobody/notes', { text: 'x' })).status).toBe(404);
    expect(await audited(fixture.shop, 'customers.remove-note')).toMatchObject([{ subject_id: id, before: { noteId: notes[0]?.id } }]);
    const { rows } = await fixture.shop.database.query(`select * from audit_line where action like '%.note'`);
    expect(rows).toHaveLength(3);
    expect(JSON.stringify(rows)).not.toMatch(/Polish|twice|bank/);
  });
}
