import { expect, test } from '@jest/globals';
import { SendMail } from '../../../platform/mail/sending/send-mail.ts';
import { Transaction } from '../../../shared/ports.ts';
import { brokenInvariants } from '../../../testing/invariants/invariants.ts';
import { buy } from '../../../testing/sales.ts';
import { KeyRecords } from '../../stock/application/key-records.ts';
import { AlertMismatches } from '../application/alert-mismatches.ts';
import { PaymentEvents, type SignalKind } from '../application/ports.ts';
import { ProcessEvent } from '../application/events/process-event.ts';
import { Settle } from '../application/settle.ts';
import { opsTestShop } from '../testing/ops-test-shop.ts';

const HOUR_MS = 3_600_000;
const reason = 'a test';

export function paymentsOps(): void {
  const providerState = opsTestShop();
  const { provider, mailer, get, post, statusOf } = providerState;
  const stock = async () =>
    Number((await providerState.shop.database.query("select count(*) as n from stock_key where state = 'available'")).rows[0]?.n);

  const keyOf = async (orderId: string) =>
    (await providerState.shop.database.query<{ key_id: string }>('select key_id from allocation where order_id = $1', [orderId])).rows[0]
      ?.key_id ?? '';
  /** Decrypted directly, without recording a view. */
  const secretOf = async (orderId: string) => {
    const secret = await providerState.shop.get(KeyRecords).open(await keyOf(orderId));
    return secret?.kind === 'text' ? secret.key : '';
  };

  const bankSays = (orderId: string, kind: SignalKind) => providerState.bank.says(orderId, kind);

  test('a dispute freezes undelivered keys: the mail is withdrawn, and the order shows it', async () => {
    const id = await buy(providerState.shop, provider, { isDelivered: false });
    expect(await bankSays(id, 'dispute')).toBe('disputed');
    mailer.sent.length = 0;
    await providerState.shop.get(SendMail).run(`${id}-keys-1`);
    expect([await statusOf(id), mailer.sent]).toEqual(['disputed', []]);
    expect(await get('/disputes')).toMatchObject({ items: [{ kind: 'dispute', reason: 'fraudulent', orderStatus: 'disputed' }] });
    expect(await bankSays(id, 'dispute-lost')).toBe('charged_back');
  });

  test('a dispute that is won delivers what was frozen, and one that is lost takes the keys back', async () => {
    const [won, lost] = [
      await buy(providerState.shop, provider, { isDelivered: false }),
      await buy(providerState.shop, provider, { isDelivered: false }),
    ];
    for (const id of [won, lost]) await bankSays(id, 'dispute');
    const before = await stock();
    expect([await bankSays(won, 'dispute-won'), await bankSays(lost, 'dispute-lost')]).toEqual(['completed', 'charged_back']);
    await providerState.shop.get(SendMail).run(`${won}-keys-2`);
    expect(mailer.sent.at(-1)?.text).toContain('KEY-1-');
    expect([await stock(), provider.refunds.has(lost)]).toEqual([before + 1, false]);
    expect(await brokenInvariants(providerState.shop.database, providerState.shop.clock.now())).toEqual([]);
  });

  test('an order of which a part went back is that again after a dispute that is won or released, with the day on which it was complete', async () => {
    const [won, released] = [
      await buy(providerState.shop, provider, { quantity: 2 }),
      await buy(providerState.shop, provider, { quantity: 2 }),
    ];
    await providerState.shop.database.query(
      `update shop_order set status = 'partially_refunded', refunded_minor = 1000 where id = any($1)`,
      [[won, released]],
    );
    const completedAt = async () =>
      (await providerState.shop.database.query('select completed_at from shop_order where id = $1', [won])).rows;
    const before = await completedAt();
    providerState.shop.clock.advance(HOUR_MS);
    for (const id of [won, released]) await bankSays(id, 'dispute');
    await bankSays(won, 'dispute-won');
    expect((await post(`/orders/${released}/release`)).statusCode).toBe(200);
    expect([await statusOf(won), await statusOf(released)]).toEqual(['partially_refunded', 'partially_refunded']);
    const complete = await buy(providerState.shop, provider);
    for (const kind of ['dispute', 'dispute-won'] as const) await bankSays(complete, kind);
    expect([await statusOf(complete), await completedAt()]).toEqual(['completed', before]);
  });

  test.each([
    ['looked at by the staff', async (id: string) => void (await post(`/keys/${await keyOf(id)}/look`))],
    ['searched for by the staff', async (id: string) => void (await post('/orders/by-key', { key: await secretOf(id), reason }))],
  ])('a key that was %s is burnt by a dispute that is lost, though its mail never left', async (_what, happens) => {
    const id = await buy(providerState.shop, provider, { isDelivered: false });
    await happens(id);
    await bankSays(id, 'dispute');
    const before = await stock();
    await bankSays(id, 'dispute-lost');
    expect([await stock(), await statusOf(id)]).toEqual([before, 'charged_back']);
  });

  test('a dispute that is lost after the mail left burns the keys', async () => {
    const id = await buy(providerState.shop, provider);
    await bankSays(id, 'dispute');
    const before = await stock();
    await bankSays(id, 'dispute-lost');
    expect([await stock(), await statusOf(id)]).toEqual([before, 'charged_back']);
  });

  test('a fraud warning freezes an order whose mail has not left, which the staff releases; one that was delivered only says so', async () => {
    const [open, sent] = [await buy(providerState.shop, provider, { isDelivered: false }), await buy(providerState.shop, provider)];
    expect([await bankSays(open, 'fraud-warning'), await bankSays(sent, 'fraud-warning')]).toEqual(['disputed', 'recorded']);
    expect(await statusOf(sent)).toBe('completed');
    expect((await post(`/orders/${open}/release`)).statusCode).toBe(200);
    mailer.sent.length = 0;
    await providerState.shop.get(SendMail).run(`${open}-keys-2`);
    expect([await statusOf(open), mailer.sent.length]).toEqual(['completed', 1]);
  });

  test('a warning that overtakes its payment waits for it, and one of a payment that is not ours is closed after an hour', async () => {
    await expect(bankSays('nobody', 'fraud-warning')).rejects.toThrow('No order has the payment');
    expect(await get('/events?state=waiting')).toMatchObject({ items: [{ type: 'fraud-warning', state: 'waiting' }] });
    providerState.shop.clock.advance(HOUR_MS);
    await providerState.shop.get(ProcessEvent).run(providerState.bank.lastEvent);
    expect(await get('/events?outcome=payment%20of%20no%20order')).toMatchObject({
      items: [{ id: providerState.bank.lastEvent, state: 'done' }],
    });
  });

  test('an event is shown with what came of it and dealt with once more on demand', async () => {
    const id = await buy(providerState.shop, provider, { isPaid: false });
    const event = {
      id: 'evt_lost',
      type: 'checkout.session.completed',
      sessionId: `session-${id}`,
      intentId: null,
      signal: null,
      isAboutRefunds: false,
      payload: { some: 'thing' },
    };
    await providerState.shop.get(Transaction).run(() => providerState.shop.get(PaymentEvents).add(event, 'stripe'));
    await providerState.shop.get(ProcessEvent).run('evt_lost');
    expect(await get(`/events?order=${id}`)).toMatchObject({
      items: [{ id: 'evt_lost', outcome: 'still open', orderNumber: expect.stringMatching(/^K/) }],
    });
    const { rows: orders } = await providerState.shop.database.query<{ number: string }>('select number from shop_order where id = $1', [
      id,
    ]);
    const number = orders[0]?.number ?? '';
    for (const spelling of [number, `${number.slice(1, 4)} ${number.slice(4)}`])
      expect(await get(`/events?order=${encodeURIComponent(spelling)}`)).toMatchObject({
        items: [{ id: 'evt_lost', orderNumber: number }],
      });
    expect(await get('/events?order=K000000000')).toMatchObject({ items: [], totalPages: 0 });
    provider.become(`session-${id}`, { outcome: 'paid' });
    const replayed = await post('/payments/events/evt_lost/replay');
    expect([replayed.statusCode, replayed.json()]).toEqual([
      202,
      expect.objectContaining({ state: 'waiting', outcome: null, payload: { some: 'thing' } }),
    ]);
    const { rows } = await providerState.shop.database.query(`select 1 from outbox where job_id like 'event-evt_lost-replay-%'`);
    expect(rows).toHaveLength(1);
    await providerState.shop.get(ProcessEvent).run('evt_lost');
    expect(await statusOf(id)).toBe('fulfilling');
    await providerState.shop.get(SendMail).run(`${id}-keys-1`);
    expect((await post('/payments/events/evt_nobody/replay')).statusCode).toBe(404);
  });

  test('an event of another provider that names its session or its payment the same is of no order here', async () => {
    const id = await buy(providerState.shop, provider);
    const event = { type: 'their-event', sessionId: null, intentId: null, signal: null, isAboutRefunds: false, payload: {} };
    const named = [
      { ...event, id: 'imaginary.1', sessionId: `session-${id}` },
      { ...event, id: 'imaginary.2', intentId: `intent-session-${id}` },
    ];
    for (const one of named)
      await providerState.shop.get(Transaction).run(() => providerState.shop.get(PaymentEvents).add(one, 'imaginary'));
    expect(await get('/events?type=their-event')).toMatchObject({ items: [{ orderNumber: null }, { orderNumber: null }] });
    expect(await get(`/events?order=${id}`)).toMatchObject({ items: [] });
    const { timeline } = await providerState.story(id);
    expect(timeline.filter(({ what }) => what === 'their-event')).toEqual([]);
    for (const one of named) await providerState.shop.get(PaymentEvents).done(one.id, 'a test');
  });

  test('what was paid at the provider and not here is a mismatch until it is settled', async () => {
    const id = await buy(providerState.shop, provider, { isPaid: false });
    provider.become(`session-${id}`, { outcome: 'paid' });
    providerState.shop.clock.advance(2 * 60_000);
    const kinds = async (query = '') => (await get<{ items: { kind: string }[] }>(`/mismatches${query}`)).items.map(({ kind }) => kind);
    expect(await kinds()).toEqual(['paid-elsewhere']);
    expect(await kinds('?askProvider=false')).toEqual([]);
    expect((await post(`/payments/orders/${id}/settle`)).json()).toEqual({ outcome: 'paid' });
    expect(await kinds()).toEqual([]);
    await providerState.shop.get(SendMail).run(`${id}-keys-1`);
  });

  test('orders on hold, disputed ones, stuck deliveries, open refunds and pending events are mismatches, with an alert for each', async () => {
    providerState.shop.clock.advance(1000);
    const begun = new Date(providerState.shop.clock.now().getTime() - 1);
    const held = await buy(providerState.shop, provider, { isPaid: false });
    provider.become(`session-${held}`, { outcome: 'paid', currency: 'Usd' });
    await providerState.shop.get(Settle).run(`session-${held}`, 'stripe', 'stripe');
    await buy(providerState.shop, provider, { isDelivered: false });
    await bankSays(await buy(providerState.shop, provider, { isDelivered: false }), 'dispute');
    const refunded = await buy(providerState.shop, provider);
    provider.isDown = true;
    await post(`/orders/${refunded}/refund`, { everything: true, reason });
    provider.isDown = false;
    providerState.shop.clock.advance(1000);
    const bounced = await buy(providerState.shop, provider);
    await post(`/orders/${bounced}/refund`, { everything: true, reason });
    provider.sendBack(`intent-session-${bounced}`, 'fraudulent');
    expect(await bankSays(bounced, 'refund-failed')).toBe('refund failed');
    await bankSays('nobody', 'dispute').catch(() => undefined);
    providerState.shop.clock.advance(15 * 60_000);
    const { items } = await get<{ items: { kind: string; detail: string }[] }>('/mismatches?askProvider=false');
    expect(items.map(({ kind, detail }) => `${kind}: ${detail}`)).toEqual([
      'on-hold: currency differs',
      'on-hold: refund failed',
      'disputed: dispute: fraudulent',
      expect.stringContaining('not-delivered: '),
      expect.stringContaining('refund-open: '),
      'refund-failed: fraudulent',
      expect.stringContaining('event-waiting: dispute'),
    ]);
    // One alert each, and a dispute has its own alert.
    for (let time = 0; time < 2; time += 1) {
      await providerState.shop.get(AlertMismatches).run();
      providerState.shop.clock.advance(60_000);
    }
    const { rows } = await providerState.shop.database.query<{ detail: string }>(
      `select detail from alert where kind = 'payment-mismatch' and raised_at > $1 order by detail`,
      [begun],
    );
    expect(rows.map(({ detail }) => detail)).toEqual([
      expect.stringMatching(/^Paid .* currency differs$/),
      expect.stringMatching(/^event-waiting: dispute/),
      expect.stringMatching(/^not-delivered, the order is \w+: /),
      'on-hold, the order is on_hold: refund failed',
      'refund-failed, the order is on_hold: fraudulent',
      expect.stringMatching(/^refund-open, the order is \w+: /),
    ]);
  });
}
