import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { SendMail } from '../../../platform/mail/sending/send-mail.ts';
import { RecordingMailer } from '../../../testing/fakes.ts';
import { brokenInvariants } from '../../../testing/invariants/invariants.ts';
import { callOps, opsKey } from '../../../testing/ops/staff.ts';
import { addProducts } from '../../../testing/products.ts';
import { buy } from '../../../testing/sales.ts';
import { salesShop } from '../../../testing/sales-shop.ts';
import type { TestShop } from '../../../testing/test-shop.ts';
import { Settle } from '../../payments/application/settle.ts';
import { InMemoryPaymentProvider } from '../../payments/testing/in-memory-payments.ts';
import type { OpsOrder, OpsOrderStory } from './orders-ops.dto.ts';

const reason = 'a test';

export function ordersOps(): void {
  const provider = new InMemoryPaymentProvider();
  const mailer = new RecordingMailer();
  let shop: TestShop;
  let support: string;

  beforeAll(async () => {
    shop = await salesShop({ provider, mailer });
    await addProducts(shop, [{ kinguinId: 1, keys: 60 }]);
    support = (await opsKey(shop, 'support')).text;
  });
  afterAll(() => shop.close());
  beforeEach(() => {
    provider.isDown = false;
    mailer.sent.length = 0;
  });

  const get = (url: string) => callOps(shop, support, 'GET', `/ops/orders${url}`);
  const post = (url: string, body: object) => callOps(shop, support, 'POST', `/ops/orders${url}`, body);
  const found = async (query: string) => (await get(`?${query}`)).json<{ items: OpsOrder[] }>().items.map(({ id }) => id);
  const details = async (id: string) => (await get(`/${id}`)).json<OpsOrderStory>();
  const stock = async () => Number((await shop.database.query("select count(*) as n from stock_key where state = 'available'")).rows[0]?.n);
  const states = async (id: string) =>
    (await shop.database.query<{ state: string }>('select state from stock_key where order_id = $1 order by 1', [id])).rows.map(
      ({ state }) => state,
    );
  const looks = async (id: string) => callOps(shop, support, 'POST', `/ops/keys/${(await details(id)).keys[0]?.keyId}/look`, { reason });

  /** Paid, but of another amount than the order's. */
  async function held(): Promise<string> {
    const id = await buy(shop, provider, { isPaid: false });
    provider.become(`session-${id}`, { outcome: 'paid', amountMinor: 1 });
    await shop.get(Settle).run(`session-${id}`, 'stripe', 'stripe');
    return id;
  }

  test('an order is found by its number however it is written, its e-mail, its payment, its session and its key', async () => {
    const id = await buy(shop, provider, { email: 'finder@example.com' });
    const { order, keys } = await details(id);
    expect(await found(`number=${order.number.toLowerCase()}`)).toEqual([id]);
    expect(await found('email=Finder@example.com')).toEqual([id]);
    expect(await found(`payment=${order.paymentId}`)).toEqual([id]);
    expect(await found(`payment=${order.sessionId}`)).toEqual([id]);
    expect(await found(`fingerprint=${keys[0]?.fingerprint}`)).toEqual([id]);
    expect(await found('number=K000000000')).toEqual([]);
    expect((await get(`/${order.number}`)).json<OpsOrderStory>().order.id).toBe(id);
    const key = /KEY-1-\d+/.exec(mailer.sent.at(-1)?.text ?? '')?.[0] ?? '';
    const byKey = await post('/by-key', { key, reason });
    expect(byKey.json<{ items: OpsOrder[] }>().items.map((item) => item.id)).toEqual([id]);
    expect((await post('/by-key', { key: 'NOBODY-HAS-IT', reason })).json()).toEqual({ items: [] });
    const { rows } = await shop.database.query('select 1 from audit_line where audit_line::text like $1', [`%${key}%`]);
    expect(rows).toEqual([]);
  });

  test('the list is filtered by status and time, pages end where they end, and an order that is not there is a 404', async () => {
    shop.clock.advance(60_000);
    const from = shop.clock.now().toISOString();
    const ids = [await buy(shop, provider), await buy(shop, provider, { isPaid: false })];
    expect((await found(`from=${from}`)).toSorted()).toEqual(ids.toSorted());
    expect(await found(`from=${from}&status=pending`)).toEqual([ids[1]]);
    expect((await get(`?from=${from}&limit=1&page=2`)).json()).toMatchObject({ page: 2, totalPages: 2, items: [expect.anything()] });
    expect((await get(`?from=${from}&limit=1&page=3`)).json()).toMatchObject({ items: [] });
    expect((await get('?status=nearly')).statusCode).toBe(400);
    expect((await get('/K000000000')).statusCode).toBe(404);
  });

  test('the timeline of an order has every state, mail, view, payment event and staff action, in the order of time', async () => {
    const id = await buy(shop, provider);
    await shop.database.query(
      `insert into payment_event (id, type, session_id, payload, received_at) values ($1, 'checkout.session.completed', $2, '{}', $3)`,
      [`evt-${id}`, `session-${id}`, shop.clock.now()],
    );
    shop.clock.advance(1000);
    await shop.database.query(`insert into key_reveal (order_id, viewer, address, at) values ($1, 'guest', '192.0.2.4', $2)`, [
      id,
      shop.clock.now(),
    ]);
    shop.clock.advance(1000);
    await looks(id);
    shop.clock.advance(1000);
    await post(`/${id}/send-again`, { reason });
    const { timeline } = await details(id);
    expect(timeline.map(({ source, what }) => `${source}: ${what}`)).toEqual([
      'payment: checkout.session.completed',
      'risk: deliver',
      'order: placed',
      'order: paid',
      'order: fulfilling',
      'order: mail_sent',
      'order: completed',
      'mail: keys planned',
      'reveal: keys looked at',
      'staff: keys.look',
      'mail: keys planned',
      'staff: orders.send-again',
    ]);
    expect(timeline.at(-1)).toMatchObject({ by: expect.stringContaining('support'), data: { reason, after: { isPlanned: true } } });
    expect(JSON.stringify(timeline)).not.toContain('KEY-1-');
  });

  test('keys are sent again as often as the staff wants, but not while a mail is on its way', async () => {
    const id = await buy(shop, provider);
    for (let time = 2; time < 7; time += 1) {
      expect((await post(`/${id}/send-again`, { reason })).json()).toEqual({ message: 'The keys are on their way.' });
      await shop.get(SendMail).run(`${id}-keys-${time}`);
    }
    expect(mailer.sent).toHaveLength(6);
    await post(`/${id}/send-again`, { reason });
    expect((await post(`/${id}/send-again`, { reason })).json()).toEqual({ message: 'A mail with the keys is on its way already.' });
    const unpaid = await buy(shop, provider, { isPaid: false });
    expect((await post(`/${unpaid}/send-again`, { reason })).statusCode).toBe(409);
  });

  test('a key that does not work is burnt and replaced, and the mail has the new one', async () => {
    const id = await buy(shop, provider, { quantity: 2 });
    const before = await stock();
    const old = (await details(id)).keys;
    expect((await post(`/${id}/keys/1/2/replace`, { reason })).statusCode).toBe(200);
    const { keys } = await details(id);
    expect([keys[0]?.keyId, keys[1]?.keyId === old[1]?.keyId, keys.length]).toEqual([old[0]?.keyId, false, 2]);
    expect([await stock(), await states(id)]).toEqual([before - 1, ['burnt', 'sold', 'sold']]);
    expect(await found(`fingerprint=${old[1]?.fingerprint}`)).toEqual([id]);
    await shop.get(SendMail).run(`${id}-keys-2-replaced-1-2`);
    expect(mailer.sent.at(-1)?.text).toContain('Key 2 of 2: ');
    expect(mailer.sent.at(-1)?.text.match(/KEY-1-\d+/g)).not.toEqual(mailer.sent.at(-2)?.text.match(/KEY-1-\d+/g));
    const again = await post(`/${id}/keys/1/2/replace`, { keyId: old[1]?.keyId, reason });
    expect([again.statusCode, again.json(), await stock()]).toMatchObject([409, { details: [{ field: 'keyId' }] }, before - 1]);
    expect((await post(`/${id}/keys/1/9/replace`, { reason })).statusCode).toBe(404);
    expect((await post(`/${id}/keys/x/1/replace`, { reason })).json()).toMatchObject({ statusCode: 400, details: [{ field: 'line' }] });
    expect(await brokenInvariants(shop.database, shop.clock.now())).toEqual([]);
  });

  test('views of a key stay in the timeline of its order after it was replaced', async () => {
    const id = await buy(shop, provider, {});
    const [old] = (await details(id)).keys;
    expect((await looks(id)).statusCode).toBe(200);
    await post(`/${id}/keys/1/1/replace`, { reason });
    const [fresh] = (await details(id)).keys;
    expect((await looks(id)).statusCode).toBe(200);
    const seen = (await details(id)).timeline.filter(({ what }) => what === 'keys.look').map(({ data }) => data);
    expect(seen).toEqual([
      expect.objectContaining({ keyId: old?.keyId, reason }),
      expect.objectContaining({ keyId: fresh?.keyId, line: 1, slot: 1, reason }),
    ]);
  });

  test('an order on hold is released with its keys, once', async () => {
    const id = await held();
    expect((await post(`/${id}/release`, { reason })).json<OpsOrderStory>().order.status).toBe('fulfilling');
    await shop.get(SendMail).run(`${id}-keys-1`);
    expect((await details(id)).order.status).toBe('completed');
    expect((await post(`/${id}/release`, { reason })).json()).toMatchObject({ statusCode: 409, message: 'This order is not on hold.' });
  });

  test('an order that is unpaid, or on hold and refunded, is cancelled and its keys are released; a paid one is not', async () => {
    const before = await stock();
    const [onHold, unpaid] = [await held(), await buy(shop, provider, { isPaid: false })];
    expect(await stock()).toBe(before - 2);
    expect((await post(`/${onHold}/cancel`, { reason })).json()).toEqual({ id: onHold, status: 'refunded', refund: 0.01 });
    expect((await post(`/${unpaid}/cancel`, { reason })).json()).toEqual({ id: unpaid, status: 'expired', refund: 0 });
    expect([await stock(), provider.sessions.get(`session-${unpaid}`)?.outcome]).toEqual([before, 'expired']);
    const paid = await buy(shop, provider);
    expect((await post(`/${paid}/cancel`, { reason })).statusCode).toBe(409);
    const meanwhile = await buy(shop, provider, { isPaid: false });
    provider.become(`session-${meanwhile}`, { outcome: 'paid' });
    expect((await post(`/${meanwhile}/cancel`, { reason })).json()).toMatchObject({
      statusCode: 409,
      message: 'This order was paid in the meantime.',
    });
    expect((await details(meanwhile)).order.status).toBe('fulfilling');
    await shop.get(SendMail).run(`${meanwhile}-keys-1`);
  });

  test('a refund before any mail was in hand puts the keys back into stock, and the mail never leaves', async () => {
    const before = await stock();
    const id = await buy(shop, provider, { isDelivered: false, quantity: 2 });
    expect((await post(`/${id}/refund`, { everything: true, reason })).json()).toMatchObject({
      state: 'done',
      keys: 'back in stock',
      amount: 20,
    });
    await shop.get(SendMail).run(`${id}-keys-1`);
    expect([await stock(), provider.refunds.has(id), mailer.sent.length]).toEqual([before, true, 0]);
    expect((await details(id)).order).toMatchObject({ status: 'refunded', refunded: 20 });
    expect((await post(`/${id}/refund`, { everything: true, reason })).json()).toMatchObject({
      statusCode: 409,
      message: expect.stringContaining('Nothing can be sent back'),
    });
    expect(await brokenInvariants(shop.database, shop.clock.now())).toEqual([]);
  });

  test.each([
    ['a mail left', async () => undefined, true],
    [
      'the buyer looked',
      (id: string) =>
        shop.database.query(`insert into key_reveal (order_id, viewer, address, at) values ($1, 'guest', '192.0.2.4', now())`, [id]),
      false,
    ],
    ['the staff looked', (id: string) => looks(id), false],
    ['a mail was tried', (id: string) => shop.database.query(`update letter set tries = 1 where about = $1`, [id]), false],
    [
      'a mail is in hand',
      (id: string) => shop.database.query(`update letter set state = 'sending', claimed_at = now() where about = $1`, [id]),
      false,
    ],
  ])('a refund after %s burns the keys', async (_what, happens, isDelivered) => {
    const before = await stock();
    const id = await buy(shop, provider, { isDelivered });
    await happens(id);
    expect((await post(`/${id}/refund`, { everything: true, reason })).json()).toMatchObject({ state: 'done', keys: 'burnt' });
    expect([await stock(), await states(id)]).toEqual([before - 1, ['burnt']]);
  });

  test('a refund by line sends that line back once, and the rest of the order stays', async () => {
    await addProducts(shop, [{ kinguinId: 2, keys: 5, sellPrice: 7 }]);
    const { buyer, cartLine } = await import('../../../testing/products.ts');
    const checkout = await shop.app.inject({
      method: 'POST',
      url: '/products/payment_checkout',
      payload: { cart: [cartLine(1, 2), cartLine(2)], data: buyer, currency: 'EUR' },
    });
    const sessionId = checkout.json<{ id: string }>().id;
    provider.become(sessionId, { outcome: 'paid' });
    await shop.get(Settle).run(sessionId, 'stripe', 'stripe');
    const id = sessionId.replace('session-', '');
    const first = await post(`/${id}/refund`, { lines: [2], reason });
    expect(first.json()).toMatchObject({ state: 'done', keys: 'back in stock', amount: 7 });
    expect([...provider.parts.values()]).toEqual([{ orderId: id, amountMinor: 700 }]);
    expect((await details(id)).order).toMatchObject({ status: 'partially_refunded', refunded: 7 });
    await shop.get(SendMail).run(`${id}-keys-2`);
    expect(
      mailer.sent
        .at(-1)
        ?.text.match(/KEY-\d-\d+/g)
        ?.every((key) => key.startsWith('KEY-1-')),
    ).toBe(true);
    expect((await post(`/${id}/refund`, { lines: [2], reason })).statusCode).toBe(409);
    expect((await post(`/${id}/refund`, { lines: [7], reason })).json()).toMatchObject({ statusCode: 400, details: [{ field: 'lines' }] });
    expect((await post(`/${id}/refund`, { everything: true, reason })).json()).toMatchObject({ state: 'done', keys: 'burnt', amount: 20 });
    expect((await details(id)).order).toMatchObject({ status: 'refunded', refunded: 27 });
  });

  test('a refund that the provider refuses stays open under its own name and is finished by a repeat, once', async () => {
    const id = await buy(shop, provider);
    provider.isDown = true;
    const refused = (await post(`/${id}/refund`, { everything: true, reason })).json<{ id: string; state: string }>();
    expect(refused).toMatchObject({ state: 'asked', message: expect.stringContaining('It is tried again.') });
    expect((await details(id)).order.status).toBe('completed');
    const { rows } = await shop.database.query('select job_id from outbox where data ->> $1 = $2', ['refundId', refused.id]);
    expect(rows).toHaveLength(1);
    provider.isDown = false;
    const answers = await Promise.all([
      post(`/${id}/refund`, { everything: true, reason }),
      post(`/${id}/refund`, { everything: true, reason }),
    ]);
    // The second call finds the first one running or completed.
    const results = answers.map((answer) => (answer.statusCode === 200 ? answer.json<{ id: string }>().id : answer.statusCode));
    expect(results).toContain(refused.id);
    expect(results.filter((one) => one !== refused.id && one !== 409)).toEqual([]);
    const events = (await details(id)).timeline.filter(
      ({ what }) => what === 'refunded' || what === 'orders.refund' || what === 'staff-refund planned',
    );
    expect(events.map(({ what }) => what).toSorted()).toEqual(['orders.refund', 'refunded', 'staff-refund planned']);
    await shop.get(SendMail).run(`${id}-staff-refund-${refused.id}`);
    expect(mailer.sent.at(-1)?.text).toContain('the full amount of');
  });

  test('the export has the orders of the list, in batches of a thousand, and spreadsheets execute none of it', async () => {
    await shop.database.query(`update shop_order set customer = jsonb_set(customer, '{country}', '"=1+1"')`);
    const { rows } = await shop.database.query<{ n: string }>('select count(*) as n from shop_order');
    await shop.database.query(
      `insert into shop_order select copy.* from shop_order o, generate_series(1, 1500) n, lateral jsonb_populate_record(o, jsonb_build_object(
      'id', 'copy' || n, 'number', 'C' || n, 'session_id', 'copy' || n, 'status', 'expired')) copy where o.id = (select max(id) from shop_order)`,
    );
    const answer = await get('/export.csv');
    expect([answer.statusCode, answer.headers['content-type'], answer.headers['content-disposition']]).toEqual([
      200,
      'text/csv; charset=utf-8',
      'attachment; filename="orders.csv"',
    ]);
    const lines = answer.body.trimEnd().split('\r\n');
    expect(lines).toHaveLength(Number(rows[0]?.n) + 1500 + 1);
    expect(new Set(lines).size).toBe(lines.length);
    expect(lines[1]).toContain(",'=1+1,");
    expect((await get('/export.csv?status=on_hold')).body.trimEnd().split('\r\n')).toHaveLength(1);
  });
}
