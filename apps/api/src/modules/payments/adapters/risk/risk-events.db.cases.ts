import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { SendMail } from '../../../../platform/mail/sending/send-mail.ts';
import { brokenInvariants } from '../../../../testing/invariants/invariants.ts';
import { cartLine } from '../../../../testing/products.ts';
import { ReplayEvent } from '../../application/events/replay-event.ts';
import { SendRefund } from '../../application/refunds/send-refund.ts';
import { Settle } from '../../application/settle.ts';
import { type RefundTestShop, refundTestShop } from '../../testing/refund-test-shop.ts';

const REVIEWED = '4000000000009292';
const ELEVATED = '4000000000009235';
const WRONG_CODE = '4000000000000101';
/** Its bank knows no 3-D Secure, which is asked for after so many refused attempts. */
const WITHOUT_PROOF = '378282246310005';

export function riskEvents(): void {
  let fixture: RefundTestShop;

  beforeAll(async () => {
    fixture = await refundTestShop();
  }, 30_000);
  afterAll(() => fixture.close());
  beforeEach(() => {
    fixture.mailer.sent.length = 0;
  });
  afterEach(async () => expect(await brokenInvariants(fixture.shop.database, fixture.shop.clock.now())).toEqual([]));

  async function bought(card: string | null, isDelivered = false, quantity = 1): Promise<string> {
    fixture.card = card;
    return fixture.buy({ cart: [cartLine(1, quantity)], isDelivered });
  }
  /** Staff refunds one piece of two, and the provider takes it later: by `SendRefund`. */
  async function refusedPart(id: string): Promise<string> {
    await fixture.refuse(true);
    const { state, id: refund } = await fixture.post(id, 'refund', { reason: 'a test', pieces: [{ line: 1, count: 1 }] });
    expect(state).toBe('asked');
    await fixture.refuse(false);
    return String(refund);
  }
  const standing = async (id: string) => {
    const { order } = await fixture.story(id);
    return [order.status, order.holdReason];
  };
  const decisions = async (id: string) =>
    (await fixture.story(id)).timeline.filter(({ source }) => source === 'risk').map(({ what }) => what);
  const intentOf = async (id: string) => (await fixture.payment(id)).intentId;
  const deliver = async (id: string, ...types: string[]) =>
    fixture.deliverEventsOf(await intentOf(id), (type) => types.some((wanted) => type.startsWith(wanted)));
  async function openReview(id: string): Promise<string> {
    const review = (await fixture.standIn.control('reviews', { payment_intent: await intentOf(id) })) as { id: string };
    return review.id;
  }
  const close = (review: string, reason: string) => fixture.standIn.control(`reviews/${review}/close`, { reason });
  const send = (mail: string) => fixture.shop.get(SendMail).run(mail);
  const warn = async (id: string) => fixture.standIn.control('fraud-warnings', { payment_intent: await intentOf(id) });

  test('a review that is opened before the mail left withholds the keys, and an approved one delivers them once', async () => {
    const id = await bought(null);
    const review = await openReview(id);
    expect(await deliver(id, 'review.opened')).toEqual(['held']);
    expect(await standing(id)).toEqual(['on_hold', 'risk']);
    await send(`${id}-keys-1`);
    expect(fixture.mailer.sent).toEqual([]);
    await close(review, 'approved');
    expect(await deliver(id, 'review.closed')).toEqual(['released']);
    await send(`${id}-keys-2`);
    expect(await standing(id)).toEqual(['completed', null]);
    expect(await decisions(id)).toEqual(['deliver', 'hold', 'deliver']);
    expect(fixture.mailer.sent).toHaveLength(1);
  });

  test('events of a review that are repeated or come in another order lead to the same', async () => {
    const ids = [await bought(REVIEWED), await bought(REVIEWED)];
    for (const id of ids)
      await close((await fixture.standIn.stripe.paymentIntents.retrieve(await intentOf(id))).review as string, 'approved');
    const [first = '', second = ''] = ids;
    expect(await deliver(first, 'review.opened')).toEqual(['released']);
    expect(await deliver(first, 'review.closed')).toEqual(['recorded']);
    expect(await deliver(second, 'review.closed')).toEqual(['released']);
    expect(await deliver(second, 'review.opened')).toEqual(['recorded']);
    for (const id of ids) {
      expect(await decisions(id)).toEqual(['hold', 'deliver']);
      await fixture.shop.get(Settle).run((await fixture.payment(id)).sessionId, 'stripe', 'stripe');
      expect(await standing(id)).toEqual(['fulfilling', null]);
    }
  });

  test('a review that ends against the payment leaves no key and sends the money back once', async () => {
    const id = await bought(null);
    const review = await openReview(id);
    await deliver(id, 'review.opened');
    await close(review, 'refunded_as_fraud');
    await deliver(id, 'review.closed', 'refund', 'charge.refunded');
    expect(await standing(id)).toEqual(['refunded', 'risk']);
    expect(await fixture.atProvider(id)).toHaveLength(1);
    const { rows } = await fixture.shop.database.query('select 1 from stock_key where order_id = $1', [id]);
    expect(rows).toEqual([]);
  });

  test('a review of keys that have left is noted, and holds nothing', async () => {
    const id = await bought(null, true);
    await openReview(id);
    expect(await deliver(id, 'review.opened')).toEqual(['recorded']);
    expect(await standing(id)).toEqual(['completed', null]);
  });

  test('a link that nobody has opened is frozen by a review, and by a warning with its money sent back', async () => {
    const [reviewed, warned, seen] = [await bought(ELEVATED), await bought(ELEVATED), await bought(ELEVATED)];
    fixture.shop.clock.advance(1000);
    for (const id of [reviewed, warned, seen]) await send(`${id}-keys-1`);
    const tokens = fixture.mailer.sent.map(({ text }) => /order\/guest\/([\w-]+)/.exec(text)?.[1] ?? '');
    const keysOf = async (token = '') =>
      (await fixture.shop.app.inject({ method: 'GET', url: `/order/guest/${token}` })).json<{ keys: unknown[] }>().keys;
    expect(await keysOf(tokens[2])).toHaveLength(1);
    await openReview(reviewed);
    expect(await deliver(reviewed, 'review.opened')).toEqual(['held']);
    await warn(warned);
    expect(await deliver(warned, 'radar')).toEqual(['refunded']);
    await warn(seen);
    expect(await deliver(seen, 'radar')).toEqual(['recorded']);
    expect(await Promise.all(tokens.map(keysOf))).toMatchObject([[], [], [{}]]);
    await fixture.shop.get(SendRefund).run(warned);
    expect(await standing(warned)).toEqual(['refunded', 'fraud warning']);
    expect(await fixture.atProvider(warned)).toMatchObject([{ amount: 1000 }]);
  });

  test('a part that goes back after a warning froze its order shows no key, and the rest goes back after it', async () => {
    const id = await bought(ELEVATED, false, 2);
    await send(`${id}-keys-1`);
    const token = /order\/guest\/([\w-]+)/.exec(fixture.mailer.sent[0]?.text ?? '')?.[1] ?? '';
    const part = await refusedPart(id);
    await warn(id);
    await expect(deliver(id, 'radar')).rejects.toThrow('under way');
    expect(await standing(id)).toEqual(['disputed', 'fraud warning']);
    await fixture.shop.get(SendRefund).run(part);
    const page = (await fixture.shop.app.inject({ method: 'GET', url: `/order/guest/${token}` })).json<{ keys: unknown[] }>();
    expect([await standing(id), page.keys]).toEqual([['disputed', 'fraud warning'], []]);
    expect(await deliver(id, 'radar')).toEqual(['refunded']);
    await fixture.shop.get(SendRefund).run(id);
    expect(await standing(id)).toEqual(['refunded', 'fraud warning']);
    expect((await fixture.atProvider(id)).map(({ amount }) => amount)).toEqual([1000, 1000]);
  });

  test('a part that goes back while its order is held leaves it held, and what is approved later delivers the rest', async () => {
    const id = await bought(null, false, 2);
    const part = await refusedPart(id);
    const review = await openReview(id);
    expect(await deliver(id, 'review.opened')).toEqual(['held']);
    await fixture.shop.get(SendRefund).run(part);
    expect((await fixture.story(id)).order).toMatchObject({ status: 'on_hold', holdReason: 'risk', refunded: 10 });
    await close(review, 'approved');
    expect(await deliver(id, 'review.closed')).toEqual(['released']);
    await send(`${id}-keys-3`);
    const { order, keys } = await fixture.story(id);
    expect([order.status, keys.map(({ state }) => state)]).toEqual(['completed', ['sold']]);
  });

  test('a warning over an order on hold refunds it once, also where its event is processed again', async () => {
    const id = await bought(WRONG_CODE);
    await warn(id);
    expect(await deliver(id, 'radar')).toEqual(['refunded']);
    const { rows } = await fixture.shop.database.query<{ id: string }>(
      `select id from payment_event where intent_id = $1 and signal = 'fraud-warning'`,
      [await intentOf(id)],
    );
    const by = { keyId: 'test', name: 'test', role: 'owner', requestId: null, address: null } as const;
    await fixture.shop.get(ReplayEvent).run(rows[0]?.id ?? '', { by, reason: 'a test' });
    for (let times = 0; times < 2; times += 1) await fixture.shop.get(SendRefund).run(id);
    expect(await standing(id)).toEqual(['refunded', 'risk']);
    expect(await fixture.atProvider(id)).toHaveLength(1);
  });

  test.each([
    ['are refused', '4000000000000002', 'charge.failed'],
    ['are refused after 3-D Secure', '4000008400001629', 'charge.failed'],
    ['fail 3-D Secure', '4000000000009300', 'payment_intent.payment_failed'],
  ])('attempts that %s count once each for later orders of the buyer, and lead to a hold', async (_how, number, type) => {
    const email = `${number}@example.com`;
    const id = await fixture.buy({ cart: [cartLine(1)], isPaid: false, email });
    const { sessionId } = await fixture.payment(id);
    for (let times = 0; times < 10; times += 1) {
      await fixture.standIn.control(`sessions/${sessionId}/pay`, { number });
      const session = await fixture.standIn.stripe.checkout.sessions.retrieve(sessionId);
      const outcomes = await fixture.deliverEventsOf(String(session.payment_intent), (one) => one === type);
      expect(outcomes).toEqual(['attempts counted']);
    }
    const { rows: facts } = await fixture.shop.database.query(
      `select distinct id from risk_fact where outcome = 'failed' and order_id = $1`,
      [id],
    );
    expect(facts).toHaveLength(10);
    fixture.card = WITHOUT_PROOF;
    const later = await fixture.buy({ cart: [cartLine(1)], isDelivered: false, email });
    expect(await standing(later)).toEqual(['on_hold', 'risk']);
    const [decision] = (await fixture.story(later)).timeline.filter(({ source }) => source === 'risk');
    expect(decision?.data.reasons).toMatchObject([{ code: 'failed-payments', text: expect.stringContaining('10 failed payments') }, {}]);
  });
}
