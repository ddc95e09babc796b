import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type Stripe from 'stripe';
import { MailRows } from '../../../platform/mail/ports.ts';
import { SendMail } from '../../../platform/mail/sending/send-mail.ts';
import { Mailer } from '../../../shared/ports.ts';
import { RecordingMailer } from '../../../testing/fakes.ts';
import { brokenInvariants } from '../../../testing/invariants/invariants.ts';
import { callOps, opsKey } from '../../../testing/ops/staff.ts';
import { addProducts, buyer, cartLine } from '../../../testing/products.ts';
import { type TestShop, testShop } from '../../../testing/test-shop.ts';
import { RequeueOverdueJobs } from '../application/requeue-overdue-jobs.ts';
import { ProcessEvent } from '../application/events/process-event.ts';
import { ReconcileDisputes } from '../application/disputes/reconcile-disputes.ts';
import { PaymentUnavailable } from '../domain/payment-errors.ts';
import { clockBesideStandIn, type StripeStandIn, stripeStandIn } from '../testing/stripe-stand-in.ts';

const HOUR_MS = 3_600_000;
/** Attempts of the SDK before a call fails. */
const TRIES = 4;

interface Standing {
  readonly status: string;
  readonly hold_reason: string | null;
}
interface Paid {
  readonly id: string;
  readonly intent: string;
}

export function disputeCases(): void {
  const mailer = new RecordingMailer();
  let standIn: StripeStandIn;
  let shop: TestShop;
  let support: string;

  beforeAll(async () => {
    standIn = await stripeStandIn();
    shop = await testShop({
      fakes: [{ provide: Mailer, useValue: mailer }],
      environment: {
        STRIPE_API_URL: standIn.origin,
        RATE_LIMIT_SCALE: '1000',
        FRAUD_WARNING_REFUNDS: 'false',
      },
      clock: clockBesideStandIn(),
    });
    await addProducts(shop, [{ kinguinId: 1, keys: 40 }]);
    support = (await opsKey(shop, 'support')).text;
  }, 60_000);
  afterAll(async () => {
    await shop.close();
    await standIn.close();
  });

  /** Events of the provider about a payment or a session, oldest first. */
  async function eventsOf(type: string, about: string): Promise<Stripe.Event[]> {
    const { data } = await standIn.stripe.events.list({ type, limit: 100 });
    return data.filter((event) => JSON.stringify(event.data.object).includes(`"${about}"`)).reverse();
  }

  /** Delivered to the webhook, signed by Stripe's own SDK, and processed. */
  async function hand(event: Stripe.Event | undefined): Promise<void> {
    const payload = JSON.stringify(event);
    const signature = standIn.stripe.webhooks.generateTestHeaderString({ payload, secret: shop.config.stripe.webhookSecret });
    const headers = { 'stripe-signature': signature, 'content-type': 'application/json' };
    const answer = await shop.app.inject({ method: 'POST', url: '/webhooks/stripe', headers, payload });
    expect(answer.statusCode).toBe(200);
    await shop.get(ProcessEvent).run(event?.id ?? '');
  }

  async function buy({ amount }: { amount?: number } = {}): Promise<Paid> {
    const payload = { cart: [cartLine(1)], data: buyer, currency: 'EUR' };
    const answer = await shop.app.inject({ method: 'POST', url: '/products/payment_checkout', payload });
    const session = answer.json<{ id: string }>().id;
    await standIn.control(`sessions/${session}/pay`);
    if (amount !== undefined) await standIn.control(`sessions/${session}/tamper`, { amount });
    await hand((await eventsOf('checkout.session.completed', session))[0]);
    const { rows } = await shop.database.query<Paid>('select id, payment_intent_id as intent from shop_order where session_id = $1', [
      session,
    ]);
    return rows[0] ?? { id: '', intent: '' };
  }

  const dispute = async ({ intent }: Paid) => (await standIn.control('disputes', { payment_intent: intent })) as Stripe.Dispute;
  const decide = (id: string, outcome: 'winning' | 'losing') =>
    standIn.stripe.disputes.update(id, { evidence: { uncategorized_text: `${outcome}_evidence` } });
  const eventOf = async ({ intent }: Paid, type: string) => (await eventsOf(`charge.dispute.${type}`, intent))[0];
  const orderOf = async ({ id }: Paid) =>
    (await shop.database.query<Standing>('select status, hold_reason from shop_order where id = $1', [id])).rows[0];
  const statusOf = async (paid: Paid) => (await orderOf(paid))?.status;
  const keys = async (state: string) =>
    Number((await shop.database.query<{ n: string }>('select count(*) as n from stock_key where state = $1', [state])).rows[0]?.n);

  /** The alerts about its disputes. */
  async function alertsOf({ id }: Paid): Promise<string[]> {
    const query = `select detail from alert where kind = 'dispute' and about = (select number from shop_order where id = $1)`;
    return (await shop.database.query<{ detail: string }>(query, [id])).rows.map(({ detail }) => detail);
  }

  /** Sends all pending mails; returns their number. */
  async function send({ id }: Paid): Promise<number> {
    mailer.sent.length = 0;
    for (const mail of await shop.get(MailRows).overdue(new Date(shop.clock.now().getTime() + HOUR_MS)))
      if (mail.startsWith(id)) await shop.get(SendMail).run(mail);
    return mailer.sent.length;
  }

  async function replay(event: Stripe.Event | undefined): Promise<void> {
    const answer = await callOps(shop, support, 'POST', `/ops/payments/events/${event?.id}/replay`, { reason: 'a test' });
    expect(answer.statusCode).toBe(202);
    await shop.get(ProcessEvent).run(event?.id ?? '');
  }

  test('a dispute freezes, and once it is won a replay of its beginning freezes nothing and sends nothing', async () => {
    const paid = await buy();
    const { id } = await dispute(paid);
    const created = await eventOf(paid, 'created');
    await hand(created);
    const { rows } = await shop.database.query('select state from letter where about = $1', [paid.id]);
    expect(rows).toEqual([{ state: 'dropped' }]);
    expect([await statusOf(paid), await send(paid)]).toEqual(['disputed', 0]);
    await decide(id, 'winning');
    await hand(await eventOf(paid, 'closed'));
    expect([await statusOf(paid), await send(paid)]).toEqual(['completed', 1]);
    await replay(created);
    expect([await statusOf(paid), await send(paid)]).toEqual(['completed', 0]);
    expect(await alertsOf(paid)).toEqual([expect.stringContaining('to be answered by')]);
    expect(await brokenInvariants(shop.database, shop.clock.now())).toEqual([]);
  });

  test.each([
    ['winning', 'fulfilling', 1],
    ['losing', 'charged_back', 0],
  ] as const)('a dispute whose events come in the wrong order after %s evidence leaves its order %s', async (evidence, status, mails) => {
    const paid = await buy();
    const free = await keys('available');
    await decide((await dispute(paid)).id, evidence);
    for (const type of ['closed', 'created']) {
      await hand(await eventOf(paid, type));
      expect(await statusOf(paid)).toBe(status);
    }
    expect(await alertsOf(paid)).toEqual([expect.stringContaining(`ended already: ${evidence === 'winning' ? 'won' : 'lost'}`)]);
    expect(await send(paid)).toBe(mails);
    // Nobody had seen the key.
    expect(await keys('available')).toBe(status === 'charged_back' ? free + 1 : free);
    expect(await brokenInvariants(shop.database, shop.clock.now())).toEqual([]);
  });

  test('an inquiry of the bank freezes until it has come to nothing', async () => {
    const payload = { cart: [cartLine(1)], data: buyer, currency: 'EUR' };
    const session = (await shop.app.inject({ method: 'POST', url: '/products/payment_checkout', payload })).json<{ id: string }>().id;
    await standIn.control(`sessions/${session}/pay`, { number: '4000000000001976' });
    await hand((await eventsOf('checkout.session.completed', session))[0]);
    const { rows } = await shop.database.query<Paid>('select id, payment_intent_id as intent from shop_order where session_id = $1', [
      session,
    ]);
    const paid = rows[0] ?? { id: '', intent: '' };
    await hand(await eventOf(paid, 'created'));
    expect(await statusOf(paid)).toBe('disputed');
    await decide((await standIn.stripe.disputes.list({ payment_intent: paid.intent })).data[0]?.id ?? '', 'winning');
    await hand(await eventOf(paid, 'closed'));
    expect([await statusOf(paid), await send(paid)]).toEqual(['completed', 1]);
  });

  test('while the provider is down an event of a dispute stays pending, and is retried', async () => {
    const paid = await buy();
    await dispute(paid);
    const created = await eventOf(paid, 'created');
    await standIn.control('api', { failure: 'error', times: TRIES }, 'PUT');
    await expect(hand(created)).rejects.toThrow(PaymentUnavailable);
    expect(await statusOf(paid)).toBe('fulfilling');
    shop.clock.advance(HOUR_MS / 4);
    await shop.get(RequeueOverdueJobs).run();
    const { rows } = await shop.database.query(`select 1 from outbox where data ->> 'eventId' = $1 and job_id <> $2`, [
      created?.id,
      `event-${created?.id}`,
    ]);
    expect(rows).toHaveLength(1);
    await shop.get(ProcessEvent).run(created?.id ?? '');
    expect(await statusOf(paid)).toBe('disputed');
  }, 30_000);

  test('an order on hold can be disputed: if lost its keys are released, if won it is on hold again for its former reason', async () => {
    const [lost, won] = [await buy({ amount: 1 }), await buy({ amount: 1 })];
    const [free, reserved] = [await keys('available'), await keys('reserved')];
    for (const [paid, evidence, status] of [
      [lost, 'losing', 'charged_back'],
      [won, 'winning', 'on_hold'],
    ] as const) {
      expect(await orderOf(paid)).toEqual({ status: 'on_hold', hold_reason: 'amount differs' });
      // Its buyer learns only that the payment is being checked.
      expect(await send(paid)).toBe(1);
      const { id } = await dispute(paid);
      await hand(await eventOf(paid, 'created'));
      expect(await statusOf(paid)).toBe('disputed');
      expect(await brokenInvariants(shop.database, shop.clock.now())).toEqual([]);
      await decide(id, evidence);
      await hand(await eventOf(paid, 'closed'));
      expect([await orderOf(paid), await send(paid)]).toEqual([{ status, hold_reason: 'amount differs' }, 0]);
    }
    expect([await keys('available'), await keys('reserved')]).toEqual([free + 1, reserved - 1]);
    expect(await brokenInvariants(shop.database, shop.clock.now())).toEqual([]);
  });

  test('a dispute whose closing event was lost is found closed within an hour, with one check an hour', async () => {
    const paid = await buy();
    const { id } = await dispute(paid);
    await hand(await eventOf(paid, 'created'));
    const events = async () => (await shop.database.query('select 1 from order_event where order_id = $1', [paid.id])).rows.length;
    const before = await events();
    shop.clock.advance(HOUR_MS + 1);
    await shop.get(ReconcileDisputes).run();
    expect([await statusOf(paid), await events()]).toEqual(['disputed', before]);
    await decide(id, 'winning');
    shop.clock.advance(HOUR_MS - 1);
    await shop.get(ReconcileDisputes).run();
    expect(await statusOf(paid)).toBe('disputed');
    shop.clock.advance(2);
    await shop.get(ReconcileDisputes).run();
    expect([await statusOf(paid), await send(paid)]).toEqual(['completed', 1]);
  });

  test('a dispute won after the last key was sold stays frozen, raises one alert, and delivers when keys are added', async () => {
    const product = (await shop.database.query<{ id: string }>(`select product_id as id from listing limit 1`)).rows[0]?.id;
    const paid = await buy({ amount: 1 });
    await shop.database.query(`update shop_order set hold_reason = 'fraud warning' where id = $1`, [paid.id]);
    const { id } = await dispute(paid);
    await hand(await eventOf(paid, 'created'));
    await shop.database.query(`update stock_key set state = 'available', order_id = null, reserved_until = null where order_id = $1`, [
      paid.id,
    ]);
    await shop.database.query(`update stock_key set state = 'burnt' where product_id = $1 and state = 'available'`, [product]);
    await decide(id, 'winning');
    for (let look = 0; look < 3; look += 1) {
      shop.clock.advance(HOUR_MS + 1);
      await shop.get(ReconcileDisputes).run();
    }
    expect(await orderOf(paid)).toEqual({ status: 'disputed', hold_reason: 'won, and too few keys' });
    const { rows } = await shop.database.query(`select 1 from order_event where order_id = $1 and kind = 'stock_short'`, [paid.id]);
    expect(rows).toHaveLength(1);
    await shop.database.query(`update stock_key set state = 'available' where product_id = $1 and state = 'burnt' and order_id is null`, [
      product,
    ]);
    shop.clock.advance(HOUR_MS + 1);
    await shop.get(ReconcileDisputes).run();
    expect([await orderOf(paid), await send(paid)]).toEqual([{ status: 'completed', hold_reason: null }, 1]);
  });
}
