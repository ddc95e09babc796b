import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { SendMail } from '../../../platform/mail/sending/send-mail.ts';
import { MailRefused } from '../../../shared/ports.ts';
import { RecordingMailer } from '../../../testing/fakes.ts';
import { audited, operator } from '../../../testing/operators.ts';
import { addUser } from '../../../testing/people.ts';
import { addProducts } from '../../../testing/products.ts';
import { buy } from '../../../testing/sales.ts';
import { salesShop } from '../../../testing/sales-shop.ts';
import type { TestShop } from '../../../testing/test-shop.ts';
import { InMemoryPaymentProvider } from '../../payments/testing/in-memory-payments.ts';
import type { OpsOrderStory } from './orders-ops.dto.ts';

const reason = 'Mistyped, says the buyer on the telephone';
const linkIn = (text = '') => /\/order\/guest\/([\w-]+)/.exec(text)?.[1] ?? 'no link';

export function orderEmail(): void {
  const provider = new InMemoryPaymentProvider();
  const mailer = new RecordingMailer();
  let shop: TestShop;
  let support: Awaited<ReturnType<typeof operator>>;

  beforeAll(async () => {
    shop = await salesShop({ provider, mailer });
    await addProducts(shop, [{ kinguinId: 1, keys: 60 }]);
    support = await operator(shop, 'support');
  });
  afterAll(() => shop.close());
  beforeEach(() => {
    mailer.failure = null;
    mailer.sent.length = 0;
  });

  const correct = (order: string, email: unknown, more: object = { reason }) =>
    support.call('PATCH', `/ops/orders/${order}/email`, { email, ...more });
  const details = async (order: string) => (await support.call('GET', `/ops/orders/${order}`)).json<OpsOrderStory>();
  const send = (mail: string) => shop.get(SendMail).run(mail);
  const receivers = () => mailer.sent.map(({ to }) => to);
  const opened = async (link: string) =>
    Promise.all(
      [
        ['GET', ''],
        ['POST', '/resend'],
      ].map(async ([method, path]) => (await shop.app.inject({ method: method as 'GET', url: `/order/guest/${link}${path}` })).statusCode),
    );

  test('a mail that was refused leaves for the corrected address, and the timeline shows who corrected what, and why', async () => {
    mailer.failure = new MailRefused('The mail server refused the address for good (550 5.1.1).');
    const order = await buy(shop, provider, { email: 'typo@exmaple.com' });
    mailer.failure = null;
    const answer = await correct(order, ' Ada@Example.com ');
    expect([answer.status, answer.json<OpsOrderStory>().order.email]).toEqual([200, 'ada@example.com']);
    await send(`${order}-keys-1`);
    expect(receivers()).toEqual(['ada@example.com']);
    const { order: now, timeline } = await details(order);
    expect(now.status).toBe('completed');
    const change = { before: { email: 'typo@exmaple.com' }, after: { email: 'ada@example.com', sentAnew: 1 }, reason };
    expect(timeline).toContainEqual(
      expect.objectContaining({ source: 'staff', what: 'orders.change-email', data: expect.objectContaining(change) }),
    );
    expect(await audited(shop, 'orders.change-email')).toEqual([expect.objectContaining({ subject_id: order, ...change })]);
  });

  test('a mail that has not left yet goes to the corrected address', async () => {
    const order = await buy(shop, provider, { email: 'typo@exmaple.com', isDelivered: false });
    await correct(order, 'ada@example.com');
    await send(`${order}-keys-1`);
    expect(receivers()).toEqual(['ada@example.com']);
  });

  test('a mail that has left is sent again by the call for that, and its former link opens neither order nor keys', async () => {
    const order = await buy(shop, provider, { email: 'stranger@example.com' });
    const former = linkIn(mailer.sent[0]?.text);
    expect(await opened(former)).toEqual([200, 202]);
    await send(`${order}-keys-2`);
    await correct(order, 'ada@example.com');
    expect(receivers()).toEqual(['stranger@example.com', 'stranger@example.com']);
    expect(await opened(former)).toEqual([404, 404]);
    expect((await support.call('POST', `/ops/orders/${order}/send-again`, { reason })).status).toBe(200);
    await send(`${order}-keys-3`);
    expect(receivers().at(-1)).toBe('ada@example.com');
    const link = linkIn(mailer.sent.at(-1)?.text);
    expect(await opened(link)).toEqual([200, 202]);

    await correct(order, 'ada.buyer@example.com');
    expect([await opened(former), await opened(link)]).toEqual([
      [404, 404],
      [404, 404],
    ]);
  });

  test('an order of a guest moves to the account of the corrected address, one of an account stays, and accounts keep their addresses', async () => {
    const [kim, eve] = [await addUser(shop, 'kim'), await addUser(shop, 'eve')];
    const seen = async ({ token }: { token: string }) =>
      (await shop.app.inject({ url: '/order', headers: { authorization: token } })).json<{ _id: string }[]>().map(({ _id }) => _id);
    const ofGuest = await buy(shop, provider, { email: eve.email });
    const ofEve = await buy(shop, provider, { email: eve.email, token: eve.token });
    await correct(ofGuest, kim.email);
    await correct(ofEve, 'eve.at.work@example.com');
    expect([await seen(kim), await seen(eve)]).toEqual([[ofGuest], [ofEve]]);
    expect((await details(ofEve)).order).toMatchObject({ userId: eve.id, email: 'eve.at.work@example.com' });
    expect((await shop.database.query('select email from shop_user where id = $1', [eve.id])).rows).toEqual([{ email: eve.email }]);
  });

  test.each([
    ['', 'email'],
    ['ada', 'email'],
    ['ada@localhost', 'email'],
    ['ada@example.com\r\nBcc: eve@example.com', 'email'],
    [`${'a'.repeat(250)}@example.com`, 'email'],
    [['ada@example.com'], 'email'],
    [undefined, 'email'],
  ])('the address %j is refused by the name of its field', async (email, field) => {
    const order = await buy(shop, provider, { isDelivered: false });
    const answer = await correct(order, email);
    expect([answer.status, answer.json<{ details: { field: string }[] }>().details[0]?.field]).toEqual([400, field]);
  });

  test('a correction takes a reason, another address, an order that is there, and a role for it', async () => {
    const order = await buy(shop, provider, { email: 'ada@example.com', isDelivered: false });
    const without = await correct(order, 'bea@example.com', { reason: '' });
    expect([without.status, without.json<{ details: { field: string }[] }>().details[0]?.field]).toEqual([400, 'reason']);
    expect((await correct(order, 'ADA@example.com')).status).toBe(409);
    expect((await correct('K000000000', 'bea@example.com')).status).toBe(404);
    for (const role of ['viewer', 'catalogue'] as const) {
      const other = await operator(shop, role);
      const answer = await other.call('PATCH', `/ops/orders/${order}/email`, { email: 'bea@example.com', reason });
      expect([role, answer.status]).toEqual([role, 403]);
    }
    expect((await details(order)).order.email).toBe('ada@example.com');
  });
}
