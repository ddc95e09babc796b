import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Mailer } from '../../../shared/ports.ts';
import { SendMail } from '../../../platform/mail/sending/send-mail.ts';
import { RecordingMailer } from '../../../testing/fakes.ts';
import { addUser } from '../../../testing/people.ts';
import { addProducts, buyer, cartLine } from '../../../testing/products.ts';
import { buy, refundWhole } from '../../../testing/sales.ts';
import { type TestShop, testShop } from '../../../testing/test-shop.ts';
import { PaymentProvider } from '../../payments/application/ports.ts';
import { Settle } from '../../payments/application/settle.ts';
import { InMemoryPaymentProvider } from '../../payments/testing/in-memory-payments.ts';
import { GuestLinks } from '../application/guest-links.ts';
import { KeyReveals } from '../application/views/key-reveals.ts';
import { OrderVisits } from '../application/views/order-visits.ts';

const MINUTE = 60_000;

export function myOrders(): void {
  const provider = new InMemoryPaymentProvider();
  const mailer = new RecordingMailer();
  let shop: TestShop;

  beforeAll(async () => {
    shop = await testShop({
      fakes: [
        { provide: PaymentProvider, useValue: provider },
        { provide: Mailer, useValue: mailer },
      ],
      environment: { API_ORIGIN: 'https://api.example' },
    });
    await addProducts(shop, [{ kinguinId: 1, name: 'Half Moon', keys: 60 }]);
  });
  afterAll(() => shop.close());
  beforeEach(() => shop.database.query('delete from rate_limit'));

  const get = (url: string, token?: string) =>
    shop.app.inject({ method: 'GET', url, headers: token === undefined ? {} : { authorization: token }, remoteAddress: '203.0.113.9' });
  const post = (url: string, token?: string) =>
    shop.app.inject({ method: 'POST', url, headers: token === undefined ? {} : { authorization: token } });
  const guestToken = (orderId: string) => shop.get(GuestLinks).tokenOf({ id: orderId, linkRound: 0 });
  const idsOf = async (token: string) => (await get('/order', token)).json<{ _id: string }[]>().map(({ _id }) => _id);
  const reveals = async (orderId: string) =>
    (await shop.database.query('select viewer, address, at from key_reveal where order_id = $1 order by id', [orderId])).rows;

  async function aBuyer(id: string, options: { isVerified?: boolean } = {}) {
    const user = await addUser(shop, id, options);
    return { ...user, buys: (more: object = {}) => buy(shop, provider, { email: user.email, token: user.token, ...more }) };
  }

  test('an account sees its paid orders, newest first, in the shape of the contract', async () => {
    const ada = await aBuyer('ada');
    const first = await ada.buys({ quantity: 2 });
    shop.clock.advance(MINUTE);
    const second = await ada.buys({ isDelivered: false });
    await ada.buys({ isPaid: false });
    const response = await get('/order', ada.token);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.json()).toEqual([
      expect.objectContaining({ _id: second, status: 'Processing' }),
      {
        _id: first,
        kinguinOrderId: expect.stringMatching(/^K\d{9}$/),
        createdAt: '2026-03-01T12:00:00.000Z',
        currency: 'EUR',
        total: 20,
        status: 'Completed',
        products: [
          {
            qte: 2,
            price: 10,
            KinguinProduct: {
              name: 'Half Moon',
              kinguinId: 1,
              images: { cover: { url: expect.stringMatching(/^https:\/\/api\.example\/images\//) } },
            },
          },
        ],
      },
    ]);
  });

  test('orders that were placed as a guest with the e-mail of an account show once that is verified, whenever they were placed', async () => {
    const before = await buy(shop, provider, { email: 'bea@example.com' });
    const bea = await aBuyer('bea', { isVerified: false });
    shop.clock.advance(MINUTE);
    const after = await buy(shop, provider, { email: 'bea@example.com' });
    expect(await idsOf(bea.token)).toEqual([]);
    expect((await get(`/order/${before}/keys`, bea.token)).statusCode).toBe(404);
    await shop.database.query('update shop_user set email_verified_at = now() where id = $1', [bea.id]);
    expect(await idsOf(bea.token)).toEqual([after, before]);
    expect((await get(`/order/${before}/keys`, bea.token)).statusCode).toBe(200);
  });

  test('viewing keys is recorded with time and address; the record cannot be changed or deleted', async () => {
    const cid = await aBuyer('cid');
    const id = await cid.buys({ isDelivered: false });
    expect(await shop.get(KeyReveals).wasRevealed(id)).toBe(false);
    const response = await get(`/order/${id}/keys`, cid.token);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.json()).toMatchObject({
      order: { _id: id },
      keys: [{ name: 'Half Moon', platform: 'Steam', kind: 'text', key: expect.stringMatching(/^KEY-1-/) }],
    });
    expect(await reveals(id)).toEqual([{ viewer: 'user cid', address: '203.0.113.9', at: shop.clock.now() }]);
    expect(await shop.get(KeyReveals).wasRevealed(id)).toBe(true);
    for (const change of ['delete from key_reveal', `update key_reveal set viewer = 'nobody'`, 'truncate key_reveal cascade'])
      await expect(shop.database.query(change)).rejects.toThrow('only ever added to');
  });

  test('the browser that paid gets the link to its order for a day; no other browser does, even with the session id', async () => {
    const checkout = await shop.app.inject({
      method: 'POST',
      url: '/products/payment_checkout',
      payload: { cart: [cartLine(1)], data: { ...buyer, email: 'guest@example.com' }, currency: 'EUR' },
    });
    const session = checkout.json<{ id: string }>().id;
    const browser = checkout.cookies.find(({ name }) => name === '__Host-browser')?.value ?? '';
    const started = (cookie: string, id = session) =>
      shop.app.inject({ url: `/order/started/${id}`, cookies: { '__Host-browser': cookie } });
    expect((await started(browser)).json()).toEqual({ token: null });

    provider.become(session, { outcome: 'paid' });
    await shop.get(Settle).run(session, 'stripe', 'stripe');
    const answer = await started(browser);
    expect(answer.headers['cache-control']).toBe('no-store');
    const { token } = answer.json<{ token: string }>();
    expect((await get(`/order/guest/${token}`)).json()).toMatchObject({ keys: [{ key: expect.stringMatching(/^KEY-1-/) }] });

    const others = [
      await started('x'.repeat(43)),
      await started(''),
      await shop.app.inject(`/order/started/${session}`),
      await started(browser, 'cs_no'),
    ];
    expect(others.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404]);
    shop.clock.advance(24 * 60 * MINUTE - 1);
    expect((await started(browser)).statusCode).toBe(200);
    shop.clock.advance(1);
    expect((await started(browser)).statusCode).toBe(404);
  });

  test('each call that shows an order is noted with time, address and browser, and the browser of the purchase is known', async () => {
    const lea = await aBuyer('lea');
    const id = await lea.buys();
    const { rows } = await shop.database.query<{ browser: string; session: string }>(
      'select browser_id as browser, session_id as session from shop_order where id = $1',
      [id],
    );
    const cookies = { '__Host-browser': rows[0]?.browser ?? '' };
    const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0';
    const call = (url: string, method: 'GET' | 'POST' = 'GET') =>
      shop.app.inject({
        ...{ method, url, cookies, remoteAddress: '203.0.113.9' },
        headers: { 'user-agent': firefox, authorization: lea.token },
      });
    for (const url of ['/order', '/order', `/order/${id}/keys`, `/order/guest/${guestToken(id)}`, `/order/started/${rows[0]?.session}`])
      expect((await call(url)).statusCode).toBe(200);
    expect((await call(`/order/${id}/resend`, 'POST')).statusCode).toBe(202);
    await refundWhole(shop, id);
    expect((await get(`/order/guest/${guestToken(id)}`)).json()).toMatchObject({ keys: [] });
    const views = await shop.get(KeyReveals).ofOrder(id);
    const seen = { address: '203.0.113.9', browser: 'Firefox 144 on Windows', isBuyingBrowser: true, at: shop.clock.now(), revealId: null };
    expect(await shop.get(OrderVisits).ofOrder(id)).toEqual([
      { ...seen, shown: 'checkout', viewer: 'user lea', address: '127.0.0.1', browser: null },
      { ...seen, shown: 'list', viewer: 'user lea' },
      { ...seen, shown: 'keys', viewer: 'user lea', revealId: views[0]?.id },
      { ...seen, shown: 'keys', viewer: 'guest', revealId: views[1]?.id },
      { ...seen, shown: 'link', viewer: 'guest' },
      { ...seen, shown: 'resend', viewer: 'user lea' },
      { ...seen, shown: 'page', viewer: 'guest', browser: null, isBuyingBrowser: false },
    ]);
  });

  test('a key that was handed to the mail server counts as seen', async () => {
    const id = await buy(shop, provider, { email: 'seen@example.com' });
    expect(await shop.get(KeyReveals).wasRevealed(id)).toBe(true);
  });

  test("somebody else's order, an unpaid one and an unknown one get the same message", async () => {
    const dan = await aBuyer('dan');
    const eve = await aBuyer('eve');
    const id = await dan.buys();
    const unpaid = await eve.buys({ isPaid: false });
    const answers = await Promise.all(
      [id, unpaid, '01hzx3v9k2m4n6p8q0r2s4t6w8', "'; --"].flatMap((order) => [
        get(`/order/${encodeURIComponent(order)}/keys`, eve.token),
        post(`/order/${encodeURIComponent(order)}/resend`, eve.token),
      ]),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 404));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(await reveals(id)).toEqual([]);
  });

  test.each([
    ['GET', '/order'],
    ['GET', '/order/x/keys'],
    ['POST', '/order/x/resend'],
  ] as const)('%s %s needs a login', async (method, url) => {
    expect((await (method === 'GET' ? get(url) : post(url))).statusCode).toBe(401);
    expect((await (method === 'GET' ? get(url, 'forged') : post(url, 'forged'))).statusCode).toBe(401);
  });

  test('"send again" is a new mail, one at a time and three times a day, for every visitor', async () => {
    const fay = await aBuyer('fay');
    const id = await fay.buys();
    const sendNext = (attempt: number) => shop.get(SendMail).run(`${id}-keys-${attempt}`);
    mailer.sent.length = 0;
    expect((await post(`/order/${id}/resend`, fay.token)).statusCode).toBe(202);
    expect((await post(`/order/${id}/resend`, fay.token)).statusCode).toBe(202);
    await sendNext(2);
    expect((await post(`/order/guest/${guestToken(id)}/resend`)).statusCode).toBe(202);
    await sendNext(3);
    expect((await post(`/order/${id}/resend`, fay.token)).statusCode).toBe(202);
    await sendNext(4);
    expect(mailer.sent.map(({ messageId, to }) => [messageId, to])).toEqual(
      [2, 3, 4].map((attempt) => [`${id}-keys-${attempt}@letters.keyturn`, 'fay@example.com']),
    );
    const refusal = await post(`/order/${id}/resend`, fay.token);
    expect(refusal.statusCode).toBe(429);
    expect(Number(refusal.headers['retry-after'])).toBe(86_400);
    shop.clock.advance(24 * 60 * MINUTE);
    // A day later the token has expired, the link has not.
    expect((await post(`/order/guest/${guestToken(id)}/resend`)).statusCode).toBe(202);
  });

  test('two clicks at the same moment plan one mail', async () => {
    const id = await buy(shop, provider, { email: 'gil@example.com' });
    const answers = await Promise.all([1, 2, 3, 4].map(() => post(`/order/guest/${guestToken(id)}/resend`)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([202, 202, 202, 202]);
    expect((await shop.database.query('select id from letter where about = $1', [id])).rowCount).toBe(2);
  });

  test('the link of the mail shows one order and its keys without a login, recorded as a view by a guest', async () => {
    const id = await buy(shop, provider, { email: 'hal@example.com' });
    const response = await get(`/order/guest/${guestToken(id)}`);
    expect(response.json()).toMatchObject({ order: { _id: id, status: 'Completed' }, keys: [{ kind: 'text' }] });
    expect(response.body).not.toContain('hal@example.com');
    expect(await reveals(id)).toMatchObject([{ viewer: 'guest', address: '203.0.113.9' }]);
  });

  test('a link that this shop has not signed, and one of an unpaid order, lead nowhere', async () => {
    const id = await buy(shop, provider, { email: 'ida@example.com' });
    const unpaid = await buy(shop, provider, { email: 'ida@example.com', isPaid: false });
    for (const token of [guestToken(unpaid), `${guestToken(id)}x`, guestToken(id).slice(0, -2), `${guestToken(id).slice(0, -4)}AAAA`, id]) {
      expect([token, (await get(`/order/guest/${token}`)).statusCode]).toEqual([token, 404]);
      expect([token, (await post(`/order/guest/${token}/resend`)).statusCode]).toEqual([token, 404]);
    }
  });

  test('an order whose money went back shows no keys and sends none', async () => {
    const id = await buy(shop, provider, { email: 'jon@example.com' });
    await refundWhole(shop, id);
    expect((await get(`/order/guest/${guestToken(id)}`)).json()).toMatchObject({ order: { status: 'Refunded' }, keys: [] });
    expect((await post(`/order/guest/${guestToken(id)}/resend`)).statusCode).toBe(409);
    expect(await reveals(id)).toEqual([]);
  });

  test('views by a link are limited, so that the log cannot be flooded', async () => {
    const id = await buy(shop, provider, { email: 'kim@example.com' });
    for (let look = 0; look < 30; look += 1) expect((await get(`/order/guest/${guestToken(id)}`)).statusCode).toBe(200);
    const refusal = await get(`/order/guest/${guestToken(id)}`);
    expect(refusal.statusCode).toBe(429);
    expect(refusal.headers['retry-after']).toBe('3600');
  });
}
