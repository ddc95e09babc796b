import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { RecordingMailer } from '../../../testing/fakes.ts';
import { operator } from '../../../testing/operators.ts';
import { addUser } from '../../../testing/people.ts';
import { addProducts } from '../../../testing/products.ts';
import { buy } from '../../../testing/sales.ts';
import { type TestShop, testShop } from '../../../testing/test-shop.ts';
import { Mailer } from '../../../shared/ports.ts';
import { PaymentProvider } from '../../payments/application/ports.ts';
import { InMemoryPaymentProvider } from '../../payments/testing/in-memory-payments.ts';
import { Passwords } from '../../users/index.ts';
import { CountingPasswords } from '../../users/testing/in-memory-users.ts';
import { deliverMails, tokenIn } from '../../users/testing/mailbox.ts';
import type { DataFiles } from './privacy.dto.ts';

/** Which accounts and orders belong to whom of whom only an address is known. */
export function whoseData(): void {
  const mailer = new RecordingMailer();
  const passwords = new CountingPasswords();
  const provider = new InMemoryPaymentProvider();
  let shop: TestShop;
  let owner: Awaited<ReturnType<typeof operator>>;

  beforeAll(async () => {
    shop = await testShop({
      fakes: [
        { provide: PaymentProvider, useValue: provider },
        { provide: Mailer, useValue: mailer },
        { provide: Passwords, useValue: passwords },
      ],
    });
    owner = await operator(shop, 'owner');
    await addProducts(shop, [{ kinguinId: 1, keys: 50 }]);
  });
  afterAll(() => shop.close());
  beforeEach(() => shop.database.query('delete from rate_limit'));

  const post = (url: string, payload: object, token?: string) =>
    shop.app.inject({ method: 'POST', url, payload, ...(token !== undefined && { headers: { authorization: token } }) });
  const named = async (id: string) =>
    (await shop.database.query<{ username: string }>('select username from shop_user where id = $1', [id])).rows[0]?.username;
  const isOpen = async (id: string) =>
    (await shop.database.query<{ open: boolean }>('select closed_at is null as open from shop_user where id = $1', [id])).rows[0]?.open;
  const emailOf = async (orderId: string) =>
    (await shop.database.query<{ email: string }>('select email from shop_order where id = $1', [orderId])).rows[0]?.email;
  const erase = (body: object) => owner.call('POST', '/ops/privacy/erase', { ...body, confirm: true });
  const exported = async (body: object) => (await owner.call('POST', '/ops/privacy/export', body)).json<DataFiles>().data;
  const closedByStaff = async (id: string) =>
    expect((await owner.call('POST', `/ops/customers/${id}/close`, { confirm: true })).status).toBe(200);
  const erased = expect.stringMatching(/@erased\.invalid$/);

  test('who is erased by address loses the account of that address that staff closed before, and nobody else theirs', async () => {
    const ada = await addUser(shop, 'ada');
    const bo = await addUser(shop, 'bo');
    const ofAda = await buy(shop, provider, { token: ada.token, email: ada.email });
    const gift = await buy(shop, provider, { token: bo.token, email: ada.email });
    for (const { id } of [ada, bo]) await closedByStaff(id);
    const { rows } = await shop.database.query<{ all: string }>('select json_agg(c)::text as all from closed_address c');
    expect(rows[0]?.all).toContain('"ada"');
    expect(rows[0]?.all).not.toContain('@');
    expect([await named('ada'), await named('bo')]).toEqual(['ada', 'bo']);
    expect((await erase({ email: ada.email })).status).toBe(200);
    expect([await named('ada'), await named('bo'), await emailOf(ofAda), await emailOf(gift)]).toEqual(['', 'bo', erased, erased]);
    const { erasures } = (await owner.call('GET', '/ops/privacy/erasures')).json<{ erasures: { accountId: string | null }[] }>();
    expect(erasures.map(({ accountId }) => accountId)).toEqual(expect.arrayContaining(['ada', null]));
    expect((await shop.database.query(`select from closed_address where user_id = 'ada'`)).rowCount).toBe(0);
  });

  test('who signs up again after that, and closes the new account, loses the earlier one, too', async () => {
    const { id, email } = await addUser(shop, 'cy');
    await closedByStaff(id);
    const again = await addUser(shop, 'cy-again');
    await shop.database.query(`update shop_user set email = $2, password_hash = 'hash of right' where id = $1`, [again.id, email]);
    expect((await post('/user/close', { currentPassword: 'right' }, again.token)).statusCode).toBe(200);
    expect([await named(id), await named(again.id)]).toEqual(['', '']);
  });

  test('a closed account whose address nobody had confirmed is not erased with the owner of that address', async () => {
    const { id, email } = await addUser(shop, 'di', { isVerified: false });
    await closedByStaff(id);
    expect((await erase({ email })).status).toBe(200);
    expect(await named(id)).toBe('di');
  });

  test('orders with an address that nobody has confirmed are not those of the customer who signed up with it', async () => {
    const { id, email } = await addUser(shop, 'ed', { isVerified: false });
    const orderId = await buy(shop, provider, { email });
    const both = { customer: id, email };
    expect([(await exported({ customer: id })).orders, (await exported(both)).orders]).toEqual([
      undefined,
      [expect.objectContaining({ email })],
    ]);
    expect((await erase({ customer: id })).status).toBe(200);
    expect([await named(id), await emailOf(orderId)]).toEqual(['', email]);
  });

  test('the owner of an address is not shown what a stranger does who signed up with it, and takes that account along when erased', async () => {
    const { id, email } = await addUser(shop, 'flo', { isVerified: false });
    const orderId = await buy(shop, provider, { email });
    const { account, orders } = await exported({ email });
    expect([account, orders]).toEqual([undefined, [expect.objectContaining({ email })]]);
    expect((await erase({ email })).status).toBe(200);
    expect([await isOpen(id), await emailOf(orderId)]).toEqual([false, erased]);
  });

  test('a link that closes an account is no longer good once its owner has chosen a password', async () => {
    const { id, email, token } = await addUser(shop, 'gil');
    await shop.database.query('update shop_user set password_hash = null where id = $1', [id]);
    await deliverMails(shop, mailer);
    expect((await post('/user/close', {}, token)).json()).toMatchObject({ closed: false });
    await post('/user/forgot-password', { email });
    const sent = await deliverMails(shop, mailer);
    const link = sent.flatMap(({ text }) => /\/privacy\/close\/([\w-]+)/.exec(text)?.[1] ?? [])[0] ?? 'none';
    const otp = tokenIn(sent.find(({ subject }) => subject === 'Choose a new password'));
    expect((await post('/user/reset-password', { email, otp, newPassword: 'a blue bicycle' })).statusCode).toBe(200);
    expect(link).not.toBe('none');
    expect((await post(`/privacy/close/${link}`, {})).statusCode).toBe(404);
    expect(await isOpen(id)).toBe(true);
  });

  test('an account that was taken back by a new password while a thief closes it stays', async () => {
    const { id, email, token } = await addUser(shop, 'hal');
    await shop.database.query(`update shop_user set password_hash = 'hash of right' where id = $1`, [id]);
    await post('/user/forgot-password', { email });
    const otp = tokenIn((await deliverMails(shop, mailer)).find(({ subject }) => subject === 'Choose a new password'));
    const look = jest.spyOn(passwords, 'isRight').mockImplementationOnce(async () => {
      expect((await post('/user/reset-password', { email, otp, newPassword: 'a blue bicycle' })).statusCode).toBe(200);
      return true;
    });
    expect((await post('/user/close', { currentPassword: 'right' }, token)).statusCode).toBe(401);
    look.mockRestore();
    expect([await isOpen(id), await named(id)]).toEqual([true, 'hal']);
  });
}
