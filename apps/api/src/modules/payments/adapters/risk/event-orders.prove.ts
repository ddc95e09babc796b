import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type Stripe from 'stripe';
import { SendMail } from '../../../../platform/mail/sending/send-mail.ts';
import { report, SEED, sized } from '../../../../testing/campaigns/campaign.ts';
import { chance, picker } from '../../../../testing/campaigns/chance.ts';
import { brokenInvariants } from '../../../../testing/invariants/invariants.ts';
import { ProcessEvent } from '../../application/events/process-event.ts';
import { ReplayEvent } from '../../application/events/replay-event.ts';
import { RefundPayment } from '../../application/refunds/refund-payment.ts';
import { SendRefund } from '../../application/refunds/send-refund.ts';
import { type RefundTestShop, refundTestShop } from '../../testing/refund-test-shop.ts';

const MINUTES = 60_000;
const ORDERS_OF_EVENTS = sized({ full: 60, sample: 4 });
const MOST_EVENTS = 20;
const by = { keyId: 'test', name: 'test', role: 'owner', requestId: null, address: null } as const;
const CARDS = {
  ordinary: '4242424242424242',
  declined: '4000000000000002',
  wrongCode: '4000000000000101',
  elevated: '4000000000009235',
  highest: '4000000000004954',
  reviewed: '4000000000009292',
} as const;

/** One thing that happens at the provider. `lose` and `win`: of the dispute. */
type Act = keyof typeof CARDS | 'review' | 'approve' | 'refund as fraud' | 'warn' | 'dispute' | 'lose' | 'win' | 'refund';

/** What happens at the provider, in this order, and what the order has to be in the end, whenever and however often the events come. */
const STORIES: readonly (readonly [string, readonly Act[]])[] = [
  ['on_hold', ['wrongCode']],
  ['on_hold', ['declined', 'declined', 'wrongCode']],
  ['on_hold', ['reviewed']],
  ['completed', ['reviewed', 'approve']],
  ['refunded', ['reviewed', 'refund as fraud']],
  ['completed', ['wrongCode', 'review', 'approve']],
  ['completed', ['elevated', 'review', 'approve']],
  ['refunded', ['ordinary', 'review', 'refund as fraud']],
  ['refunded', ['wrongCode', 'warn']],
  ['refunded', ['elevated', 'warn']],
  ['refunded', ['reviewed', 'warn', 'approve']],
  ['refunded', ['highest', 'warn']],
  ['refunded', ['wrongCode', 'refund']],
  ['charged_back', ['wrongCode', 'dispute', 'lose']],
  ['on_hold', ['wrongCode', 'dispute', 'win']],
];

let fixture: RefundTestShop;

beforeAll(async () => {
  fixture = await refundTestShop();
  await fixture.addKeys(STORIES.length * ORDERS_OF_EVENTS);
}, MINUTES);
afterAll(() => fixture.close());

const rows = async <T extends object>(statement: string, values: unknown[] = []) =>
  (await fixture.shop.database.query<T>(statement, values)).rows;

/** An order and its payment at the provider. */
class Payment {
  private constructor(
    readonly orderId: string,
    private readonly sessionId: string,
  ) {}

  /** Nothing is remembered of earlier payments: each world counts the same. */
  static async open(): Promise<Payment> {
    await fixture.shop.database.query('delete from risk_fact');
    const id = await fixture.buy({ isPaid: false });
    return new Payment(id, (await fixture.payment(id)).sessionId);
  }

  async intent(): Promise<string> {
    return String((await fixture.standIn.stripe.checkout.sessions.retrieve(this.sessionId)).payment_intent);
  }

  /** Those so far, oldest first. */
  async events(): Promise<Stripe.Event[]> {
    const intent = await this.intent();
    const { data } = await fixture.standIn.stripe.events.list({ limit: 100 });
    const isOwn = ({ data: { object } }: Stripe.Event) => (object as { payment_intent?: unknown }).payment_intent === intent;
    return data.filter(isOwn).toReversed();
  }

  async act(act: Act): Promise<void> {
    const { standIn } = fixture;
    const control = async (path: string, body: object = {}) => void (await standIn.control(path, body));
    if (act in CARDS) return control(`sessions/${this.sessionId}/pay`, { number: CARDS[act as keyof typeof CARDS] });
    const intent = await this.intent();
    const about = { payment_intent: intent };
    switch (act) {
      case 'review':
        return control('reviews', about);
      case 'approve':
      case 'refund as fraud': {
        const { review } = await standIn.stripe.paymentIntents.retrieve(intent);
        return control(`reviews/${String(review)}/close`, { reason: act === 'approve' ? 'approved' : 'refunded_as_fraud' });
      }
      case 'warn':
        return control('fraud-warnings', about);
      case 'dispute':
        return control('disputes', about);
      case 'refund':
        return control('refunds', about);
      default: {
        const { data } = await standIn.stripe.disputes.list(about);
        return control(`disputes/${data[0]?.id}/close`, { outcome: act === 'lose' ? 'lost' : 'won' });
      }
    }
  }

  /** As webhook and worker take it; once more where it was taken already. False: it is to be tried again, as the queue does. */
  async deliver(event: Stripe.Event): Promise<boolean> {
    const payload = JSON.stringify(event);
    const signature = fixture.standIn.stripe.webhooks.generateTestHeaderString({ payload, secret: 'whsec_sandbox' });
    const headers = { 'stripe-signature': signature, 'content-type': 'application/json' };
    const answer = await fixture.shop.app.inject({ method: 'POST', url: '/webhooks/stripe', headers, payload });
    if (answer.statusCode !== 200) throw new Error(answer.body);
    const [stored] = await rows<{ processed_at: Date | null }>('select processed_at from payment_event where id = $1', [event.id]);
    if (stored?.processed_at) await fixture.shop.get(ReplayEvent).run(event.id, { by, reason: 'a campaign' });
    return fixture.shop
      .get(ProcessEvent)
      .run(event.id)
      .then(
        () => true,
        (error: unknown) => {
          if (/yet\.$/.test(String(error))) return false;
          throw error;
        },
      );
  }

  /** Refunds that were asked for are made. Returns how many there were. */
  async refund(): Promise<number> {
    const asked = await rows<{ id: string }>('select id from order_refund where order_id = $1 and done_at is null and closed_at is null', [
      this.orderId,
    ]);
    for (const { id } of asked) await fixture.shop.get(SendRefund).run(id);
    const refused = await rows(
      `select from outbox join shop_order o on o.id = data ->> 'orderId' where job = 'refund' and o.id = $1 and status = 'paid'`,
      [this.orderId],
    );
    if (refused.length > 0) await fixture.shop.get(RefundPayment).run(this.orderId);
    return asked.length + refused.length;
  }

  async sendMails(): Promise<void> {
    const waiting = await rows<{ id: string }>(`select id from letter where about = $1 and state = 'waiting' order by id`, [this.orderId]);
    for (const { id } of waiting) await fixture.shop.get(SendMail).run(id);
  }

  /** What must not depend on the order of events. That the buyer was told of a hold that has ended meanwhile may. */
  async end(): Promise<object> {
    const { order, keys, timeline } = await fixture.story(this.orderId);
    const last = timeline.findLast(({ source }) => source === 'risk');
    const subjects = fixture.mailer.sent.map(({ subject }) => subject).filter((subject) => subject.includes(order.number));
    const sent = subjects.map((subject) => subject.replace(order.number, '').trim());
    const refunds = await fixture.atProvider(this.orderId);
    return {
      status: order.status,
      decision: last?.what,
      points: last?.data.points,
      reasons: (last?.data.reasons as { code: string }[]).map(({ code }) => code),
      keys: keys.map(({ state }) => state),
      mails: sent.filter((subject) => !subject.startsWith('We have your payment')).toSorted(),
      refunds: refunds.map(({ amount, status }) => `${amount} ${status}`),
    };
  }
}

/** Lets the story happen, with its events at any time after they are there, in any order, some of them again. */
async function world(acts: readonly Act[], seed: number): Promise<object> {
  const next = chance(seed);
  const pick = picker(next);
  const payment = await Payment.open();
  const left = [...acts];
  const taken = new Set<string>();
  let deliveries = 0;
  while (left.length > 0) {
    const events = left.length < acts.length ? await payment.events() : [];
    const [act] = left;
    if (act !== undefined && (events.length === 0 || next() < 0.5 || deliveries > MOST_EVENTS)) {
      left.shift();
      await payment.act(act);
    } else {
      const event = pick(events);
      if (await payment.deliver(event)) taken.add(event.id);
      deliveries += 1;
    }
  }
  // The rest comes, and what follows from it; mails leave last, so that keys which are to be frozen have not been seen.
  for (let isOver = false; !isOver;) {
    const events = await payment.events();
    const missing = events.filter(({ id }) => !taken.has(id));
    for (const event of shuffled([...missing, ...events.filter(() => next() < 0.3)], next))
      if (await payment.deliver(event)) taken.add(event.id);
    isOver = missing.length === 0 && (await payment.refund()) === 0;
  }
  await payment.sendMails();
  return payment.end();
}

function shuffled<T>(items: readonly T[], next: () => number): T[] {
  return items
    .map((item) => ({ item, place: next() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ item }) => item);
}

test.each(STORIES.map(([status, acts]) => ({ story: acts.join(', then '), status, acts })))(
  'events of "$story" that come in any order, late and again, lead to one decision and to an order that is $status',
  async ({ story, status, acts }) => {
    const worlds = Array.from({ length: ORDERS_OF_EVENTS }, (_, index) => SEED + 1000 * index);
    const ends = new Map<string, number[]>();
    for (const seed of worlds) {
      const end = JSON.stringify(await world(acts, seed), null, 1);
      ends.set(end, [...(ends.get(end) ?? []), seed]);
    }
    // Each way in which it ended, with its seeds.
    expect([...ends].map(([end, seeds]) => `${end} ${seeds.join()}`)).toEqual([expect.stringContaining(`"status": "${status}"`)]);
    expect(await brokenInvariants(fixture.shop.database, fixture.shop.clock.now())).toEqual([]);
    report(`${story}: ${worlds.length} orders of its events, all ${status}`);
  },
  10 * MINUTES,
);
