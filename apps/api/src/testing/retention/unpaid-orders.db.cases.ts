import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { RefundPayment } from '../../modules/payments/application/refunds/refund-payment.ts';
import { Settle } from '../../modules/payments/application/settle.ts';
import { InMemoryPaymentProvider } from '../../modules/payments/testing/in-memory-payments.ts';
import { SendMail } from '../../platform/mail/sending/send-mail.ts';
import { PurgeExpired } from '../../platform/scheduler/purge-expired.ts';
import { RecordingMailer } from '../fakes.ts';
import { operator } from '../operators.ts';
import { addProducts } from '../products.ts';
import { planText, recorded } from '../plans/statement-plans.ts';
import { buy } from '../sales.ts';
import { salesShop } from '../sales-shop.ts';
import type { TestShop } from '../test-shop.ts';

const DAY_MS = 86_400_000;

export function unpaidOrders(): void {
  const provider = new InMemoryPaymentProvider();
  const mailer = new RecordingMailer();
  let shop: TestShop;
  beforeAll(async () => {
    shop = await salesShop({ provider, mailer, environment: { KEEP_UNPAID_ORDERS_DAYS: '40' } });
    await addProducts(shop, [{ kinguinId: 1, keys: 20 }]);
  });
  afterAll(() => shop.close());

  const purge = () => shop.get(PurgeExpired).run();
  const settle = (id: string) => shop.get(Settle).run(`session-${id}`, 'stripe', 'stripe');
  const days = (count: number) => new Date(shop.clock.now().getTime() - count * DAY_MS);
  const order = (id: string, status: string, { ended, paid = null }: { ended: Date; paid?: Date | null }) =>
    shop.database.query(
      `insert into shop_order (id, number, status, email, user_id, currency, total_minor, lines, customer, from_country, client_address, browser_id,
          request_hash, idempotency_key, session_id, session_url, created_at, expires_at, paid_at)
        values ($1, $1, $2, $1 || '@b.co', 'ada', 'Eur', 100, '[{"name": "Half Moon"}]', '{"fullName": "Ada", "country": "PL"}', 'PL', '192.0.2.1',
          'b', 'h', 'i-' || $1, 's-' || $1, 'https://pay.example/' || $1, $3, $4, $5)`,
      [id, status, days(400), ended, paid],
    );
  const emails = async (ids: string) =>
    (await shop.database.query<{ email: string }>('select email from shop_order where id like $1 order by id', [ids])).rows.map(
      ({ email }) => email,
    );
  /** An ended checkout whose buyer was removed. */
  async function removed(email: string): Promise<string> {
    const id = await buy(shop, provider, { email, isPaid: false });
    provider.become(`session-${id}`, { outcome: 'expired' });
    await settle(id);
    shop.clock.advance(41 * DAY_MS);
    await purge();
    expect(await emails(id)).toEqual([`${id}@unpaid.invalid`]);
    return id;
  }

  test('of a checkout that ended unpaid, what leads to its buyer goes when its days are over, and not a day before', async () => {
    for (const status of ['expired', 'cancelled', 'payment_failed']) {
      await order(`old-${status}`, status, { ended: days(41) });
      await order(`young-${status}`, status, { ended: days(39) });
    }
    await shop.database.query(
      `insert into order_event (order_id, kind, actor, origin, at) select id, 'placed', 'buyer', '{"requestId": "r"}', created_at from shop_order`,
    );
    await shop.database.query(
      `insert into order_visit (order_id, shown, viewer, address, is_buying_browser, at) select id, 'checkout', 'guest', '192.0.2.1', true, $1 from shop_order`,
      [days(41)],
    );
    await shop.database.query(
      `insert into audit_line (at, key_id, key_name, key_role, action, subject_type, subject_id, before, after, reason)
        select created_at, 'k', 'bo', 'support', 'orders.change-email', 'order', id, '{"email": "typo@b.co"}', '{}', 'Ada mistyped it' from shop_order`,
    );
    await shop.database.query(
      `insert into staff_note (id, subject_type, subject_id, text, written_by, at) select id, 'order', id, 'Ada called', 'bo', $1 from shop_order`,
      [days(41)],
    );
    await purge();
    await purge();
    const { rows: notes } = await shop.database.query<{ id: string }>('select id from staff_note order by id');
    expect(notes.map(({ id }) => id)).toEqual(['young-cancelled', 'young-expired', 'young-payment_failed']);
    const { rows } = await shop.database.query<Record<string, unknown>>(
      `select id, email, user_id, customer ->> 'fullName' as name, customer ->> 'country' as country, from_country, client_address, browser_id,
          request_hash, idempotency_key, session_url, session_id, status, total_minor, lines, link_round, (select origin from order_event where order_id = shop_order.id) as origin,
          (select count(*)::int from order_visit where order_id = shop_order.id) as visits,
          (select coalesce(before ->> 'email', '') || coalesce(reason, '') from audit_line where subject_id = shop_order.id) as audited
        from shop_order where id like '%-expired' or id like '%-cancelled' or id like '%-payment_failed' order by id`,
    );
    const stays = (id: string) => ({
      id,
      session_id: `s-${id}`,
      status: id.split('-')[1],
      total_minor: 100,
      lines: [{ name: 'Half Moon' }],
    });
    const gone = (id: string) => ({
      ...{ ...stays(id), email: `${id}@unpaid.invalid`, user_id: null, name: '', country: '', from_country: null, client_address: '' },
      ...{
        browser_id: '',
        request_hash: '',
        idempotency_key: null,
        session_url: null,
        link_round: 1,
        origin: null,
        visits: 0,
        audited: '',
      },
    });
    const kept = (id: string) => ({
      ...{ ...stays(id), email: `${id}@b.co`, user_id: 'ada', name: 'Ada', country: 'PL', from_country: 'PL', client_address: '192.0.2.1' },
      ...{ browser_id: 'b', request_hash: 'h', idempotency_key: `i-${id}`, session_url: `https://pay.example/${id}`, link_round: 0 },
      ...{ origin: { requestId: 'r' }, visits: 1, audited: 'typo@b.coAda mistyped it' },
    });
    expect(rows).toEqual([
      ...['old-cancelled', 'old-expired', 'old-payment_failed'].map(gone),
      ...['young-cancelled', 'young-expired', 'young-payment_failed'].map(kept),
    ]);
  });

  test('what the provider reported of a session that ended unpaid, which names its buyer, goes with it', async () => {
    for (const [id, outcome, old] of [
      ['old-expired', 'expired', 41],
      ['old-failed', 'payment failed', 41],
      ['old-paid', 'paid', 41],
      ['young-expired', 'expired', 39],
    ] as const)
      await shop.database.query(
        `insert into payment_event (id, type, session_id, payload, received_at, processed_at, outcome)
          values ($1, 't', $1, '{"email": "a@b.co"}', $2, $2, $3)`,
        [id, days(old), outcome],
      );
    await shop.database.query(
      `insert into payment_event (id, type, session_id, payload, received_at) values ('old-waiting', 't', 's', '{}', $1)`,
      [days(41)],
    );
    await purge();
    const { rows } = await shop.database.query<{ id: string }>('select id from payment_event order by id');
    expect(rows.map(({ id }) => id)).toEqual(['old-paid', 'old-waiting', 'young-expired']);
    await shop.database.query('delete from payment_event');
  });

  test('an order that was paid, or whose payment may still arrive, keeps its buyer', async () => {
    for (const status of ['completed', 'refunded', 'charged_back', 'cancelled', 'on_hold'])
      await order(`paid-${status}`, status, { ended: days(300), paid: days(300) });
    await order('paid-not-yet', 'pending', { ended: days(300) });
    await purge();
    expect(await emails('paid-%')).toEqual(
      ['cancelled', 'charged_back', 'completed', 'not-yet', 'on_hold', 'refunded'].map((name) => `paid-${name}@b.co`),
    );
    await shop.database.query(`delete from shop_order where id like 'paid-%'`);
  });

  test('a bank transfer that staff could not stop has its days from its longest time on', async () => {
    const id = await buy(shop, provider, { email: 'transfer@example.com', isPaid: false });
    provider.become(`session-${id}`, { outcome: 'processing' });
    expect(await settle(id)).toBe('transfer on its way');
    shop.clock.advance(60 * DAY_MS);
    await purge();
    expect(await emails(id)).toEqual(['transfer@example.com']);
    await shop.database.query(`update shop_order set status = 'expired', expires_at = $2 where id = $1`, [id, days(39)]);
    await purge();
    expect(await emails(id)).toEqual(['transfer@example.com']);
    provider.become(`session-${id}`, { outcome: 'paid' });
    expect(await settle(id)).toBe('paid');
  });

  test('a payment that arrives after that goes back, and nobody gets keys or a mail', async () => {
    const id = await removed('late@example.com');
    mailer.sent.length = 0;
    provider.become(`session-${id}`, { outcome: 'paid' });
    expect(await settle(id)).toBe('refunding');
    await shop.get(RefundPayment).run(id);
    const { rows } = await shop.database.query(
      `select status, refunded_minor = total_minor as "isWhole", (select count(*)::int from allocation where order_id = shop_order.id) as keys
        from shop_order where id = $1`,
      [id],
    );
    expect(rows).toEqual([{ status: 'refunded', isWhole: true, keys: 0 }]);
    expect(provider.refunds.has(id)).toBe(true);
    const { rows: mails } = await shop.database.query<{ id: string }>('select id from letter where about = $1', [id]);
    for (const mail of mails) await shop.get(SendMail).run(mail.id);
    expect(mailer.sent).toEqual([]);
    await purge();
    expect(await emails(id)).toEqual([`${id}@unpaid.invalid`]);
  });

  test('one whose buyer staff named again has its days from then on, and is delivered where it is paid in them', async () => {
    const support = await operator(shop, 'support');
    const [paid, unpaid] = [await removed('found@example.com'), await removed('lost@example.com')];
    for (const [id, email] of [
      [paid, 'found@example.com'],
      [unpaid, 'lost@example.com'],
    ] as const)
      expect((await support.call('PATCH', `/ops/orders/${id}/email`, { email, reason: 'Wrote to us' })).status).toBe(200);
    shop.clock.advance(39 * DAY_MS);
    await purge();
    expect([await emails(paid), await emails(unpaid)]).toEqual([['found@example.com'], ['lost@example.com']]);
    provider.become(`session-${paid}`, { outcome: 'paid' });
    expect(await settle(paid)).toBe('paid');
    shop.clock.advance(2 * DAY_MS);
    await purge();
    expect([await emails(paid), await emails(unpaid)]).toEqual([['found@example.com'], [`${unpaid}@unpaid.invalid`]]);
  });

  test('an order that was erased keeps its pseudonym, by which the erasure is repeated', async () => {
    await order('erased', 'expired', { ended: days(41) });
    await shop.database.query(`update shop_order set email = 'erased-1@erased.invalid' where id = 'erased'`);
    await purge();
    expect(await emails('erased')).toEqual(['erased-1@erased.invalid']);
    await shop.database.query(`delete from shop_order where id = 'erased'`);
  });

  test('an order that is being paid at that moment keeps its buyer', async () => {
    await order('locked', 'expired', { ended: days(41) });
    await shop.database.query('begin');
    await shop.database.query(`update shop_order set status = 'fulfilling', paid_at = $1 where id = 'locked'`, [days(0)]);
    await purge();
    await shop.database.query('commit');
    await purge();
    expect(await emails('locked')).toEqual(['locked@b.co']);
  });

  test('however many there are, all are cleared, some thousand at a time, and found by an index of those that are left', async () => {
    await shop.database.query(
      `insert into shop_order (id, number, status, email, currency, total_minor, lines, customer, client_address, browser_id, request_hash, created_at, expires_at)
        select 'many' || n, 'many' || n, 'expired', 'b' || n || '@b.co', 'Eur', 100, '[]', '{}', '', '', '', $1, $1 from generate_series(1, 5001) n`,
      [days(41)],
    );
    const asked = await recorded(shop, purge);
    const { rows: left } = await shop.database.query(`select from shop_order where id like 'many%' and email like '%@b.co'`);
    expect(left).toEqual([]);
    const { rows: written } = await shop.database.query(
      `select count(*)::int as count from shop_order where id like 'many%' group by xmin::text order by 1`,
    );
    expect(written).toEqual([{ count: 1 }, { count: 5000 }]);
    const statement = asked.find(({ text }) => text.includes('@unpaid.invalid'));
    await shop.database.query('vacuum analyze shop_order');
    const text = statement ? await planText(shop, statement) : 'no such statement';
    expect(text).toContain('Index Scan using shop_order_unpaid on shop_order');
    expect(text).not.toContain('Seq Scan on shop_order');
    expect(Number(/shared hit=(\d+)/.exec(text)?.[1])).toBeLessThan(20);
  });
}
