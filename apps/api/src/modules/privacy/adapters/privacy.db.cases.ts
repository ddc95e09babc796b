import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { RecordingMailer } from '../../../testing/fakes.ts';
import { audited, operator } from '../../../testing/operators.ts';
import { addUser } from '../../../testing/people.ts';
import { addProducts } from '../../../testing/products.ts';
import { buy } from '../../../testing/sales.ts';
import { type TestShop, testShop } from '../../../testing/test-shop.ts';
import { Mailer } from '../../../shared/ports.ts';
import { PaymentProvider } from '../../payments/application/ports.ts';
import { InMemoryPaymentProvider } from '../../payments/testing/in-memory-payments.ts';
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

  test('a user downloads what is stored about the own account and address, and nothing of others, no hash and no key', async () => {
    const { token, email } = await somebody();
    const other = await somebody();
    await buy(shop, provider, { token, email });
    await buy(shop, provider, { email });
    await buy(shop, provider, { token: other.token, email: other.email });
    const { data, page } = await exported(token);
    const subjects = ['account', 'keys', 'mails', 'orderHistory', 'orders', 'riskDecisions', 'sessions', 'visitsOfOrders'];
    expect(Object.keys(data).sort()).toEqual(subjects);
