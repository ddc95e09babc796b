import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { SendMail } from '../../../platform/mail/sending/send-mail.ts';
import { MetricsPage } from '../../../platform/metrics/metrics-page.ts';
import { brokenInvariants } from '../../../testing/invariants/invariants.ts';
import { cartLine } from '../../../testing/products.ts';
import { PaymentProvider } from '../application/ports.ts';
import { RequeueOverdueJobs } from '../application/requeue-overdue-jobs.ts';
import { RefundPayment } from '../application/refunds/refund-payment.ts';
import { SendRefund } from '../application/refunds/send-refund.ts';
import { Refunds } from '../../orders/index.ts';
import { type RefundTestShop, refundTestShop } from '../testing/refund-test-shop.ts';

const HOUR_MS = 3_600_000;
const reason = 'a test';

export function refundCases(): void {
  let fixture: RefundTestShop;

  beforeAll(async () => {
    fixture = await refundTestShop();
  }, 30_000);
  afterAll(() => fixture.close());
  beforeEach(() => fixture.refuse(false));

  /** Refused by the provider. Returns the refund's id. */
  async function refused(orderId: string, lines?: number[]): Promise<string> {
    await fixture.refuse(true);
    const answer = await fixture.post(orderId, 'refund', { reason, ...(lines ? { lines } : { everything: true }) });
    expect(answer).toMatchObject({ state: 'asked', message: expect.stringContaining('balance_insufficient') });
    await fixture.refuse(false);
    return String(answer.id);
  }

  test('a refusal that the provider repeats for a day does not keep the next attempt from making the refund', async () => {
    const id = await fixture.buy();
    const refund = await refused(id);
    await fixture.shop.get(SendRefund).run(refund);
    const { order, refunds } = await fixture.story(id);
    expect([order.status, refunds]).toEqual([
      'refunded',
      [expect.objectContaining({ id: refund, state: 'done', tries: 1, refusal: 'balance_insufficient', amount: 10 })],
    ]);
    expect(await fixture.atProvider(id)).toMatchObject([{ amount: 1000, metadata: { order_id: id, refund_id: refund } }]);
  });

  test('a refund whose answer was lost is found at the provider and not made twice, whatever number its next attempt has', async () => {
    const id = await fixture.buy({ cart: [cartLine(1), cartLine(2)] });
    const refund = await refused(id, [1]);
    const { intentId } = await fixture.payment(id);
    await fixture.shop.get(PaymentProvider).refund({ id: refund, orderId: id, intentId, amountMinor: 1000, attempt: 1 });
    await fixture.shop.database.query('update order_refund set tries = 7 where id = $1', [refund]);
    await fixture.shop.get(SendRefund).run(refund);
    expect((await fixture.story(id)).order).toMatchObject({ status: 'partially_refunded', refunded: 10 });
    expect(await fixture.atProvider(id)).toHaveLength(1);
  });

  test('one attempt is at work at a time, and one that died is followed by another', async () => {
    const id = await fixture.buy();
    const refund = await refused(id);
    expect(await fixture.shop.get(Refunds).begin(refund)).toBe(1);
    await expect(fixture.shop.get(SendRefund).run(refund)).rejects.toThrow('another attempt is at work');
    fixture.shop.clock.advance(2 * 60_000);
    await fixture.shop.get(SendRefund).run(refund);
    expect((await fixture.story(id)).order.status).toBe('refunded');
  });

  test('a pending refund is requeued and counted as overdue, in any state of its order', async () => {
    const overdue = async () =>
      Number(/keyturn_payment_mismatches\{kind="refund_overdue"\} (\d+)/.exec(await fixture.shop.get(MetricsPage).text())?.[1]);
    const id = await fixture.buy();
    fixture.figuresAge();
    const before = await overdue();
    const refund = await refused(id);
    fixture.shop.clock.advance(18 * HOUR_MS);
    await fixture.shop.get(RequeueOverdueJobs).run();
    const { rows } = await fixture.shop.database.query('select job, data from outbox where job_id like $1', [
      `refund-${id}-${refund}-again-%`,
    ]);
    expect(rows).toEqual([{ job: 'staff-refund', data: { refundId: refund } }]);
    expect((await fixture.story(id)).order.status).toBe('completed');
    fixture.figuresAge();
    expect(await overdue()).toBe(before + 1);
    expect(await fixture.mismatches()).toContainEqual(
      expect.objectContaining({ kind: 'refund-open', detail: expect.stringContaining('balance_insufficient') }),
    );
    await fixture.giveUp(id, refund);
    fixture.figuresAge();
    expect(await overdue()).toBe(before);
  });

  test('a refund is given up with a reason: the buyer has the burnt keys again, and it can be asked for anew', async () => {
    const id = await fixture.buy();
    const [key] = (await fixture.story(id)).keys;
    const refund = await refused(id);
    expect((await fixture.story(id)).keys).toMatchObject([{ state: 'burnt' }]);
    expect(await fixture.giveUp(id, refund)).toEqual({ id: refund, state: 'given-up', status: 'completed' });
    const { keys, refunds, timeline } = await fixture.story(id);
    expect([keys, refunds]).toMatchObject([[{ keyId: key?.keyId, state: 'sold' }], [{ state: 'given-up' }]]);
    expect(timeline.map(({ what }) => what)).toEqual(expect.arrayContaining(['refund_given_up', 'orders.give-up-refund']));
    expect(timeline.find(({ what }) => what === 'orders.give-up-refund')?.data).toMatchObject({ reason });
    await fixture.shop.get(SendRefund).run(refund);
    expect(await fixture.atProvider(id)).toEqual([]);
    expect(await fixture.giveUp(id, refund)).toMatchObject({ statusCode: 409, message: 'This refund is closed already.' });
    expect(await fixture.post(id, 'refund', { everything: true, reason })).toMatchObject({ state: 'done', amount: 10 });
    expect(await fixture.atProvider(id)).toHaveLength(1);
  });

  test('where the keys went back into stock others are given, and without any the refund is not given up', async () => {
    const id = await fixture.buy({ isDelivered: false, quantity: 2 });
    const refund = await refused(id);
    expect((await fixture.story(id)).keys).toEqual([]);
    await fixture.sellOut();
    expect(await fixture.giveUp(id, refund)).toMatchObject({ statusCode: 409, message: expect.stringContaining('too few keys') });
    expect((await fixture.story(id)).refunds).toMatchObject([{ state: 'asked' }]);
    await fixture.addKeys(40);
    expect(await fixture.giveUp(id, refund)).toMatchObject({ status: 'fulfilling' });
    await fixture.shop.get(SendMail).run(`${id}-keys-2`);
    expect(fixture.mailer.sent.at(-1)?.text.match(/NEW-\d+/g)).toHaveLength(2);
    expect(await brokenInvariants(fixture.shop.database, fixture.shop.clock.now())).toEqual([]);
  });

  test('what the provider has made cannot be given up: it is finished', async () => {
    const id = await fixture.buy();
    const refund = await refused(id);
    const { intentId } = await fixture.payment(id);
    await fixture.shop.get(PaymentProvider).refund({ id: refund, orderId: id, intentId, amountMinor: null, attempt: 1 });
    expect(await fixture.giveUp(id, refund)).toMatchObject({
      statusCode: 409,
      message: expect.stringContaining('has sent the money back'),
    });
    expect((await fixture.story(id)).order.status).toBe('refunded');
  });

  test('goodwill that was given up and made all the same is no mismatch; a part that is the rest by then leaves no key', async () => {
    const id = await fixture.buy({ quantity: 2 });
    await fixture.refuse(true);
    const ask = async (wish: object) => String((await fixture.post(id, 'refund', { ...wish, reason })).id);
    const thanks = await ask({ goodwill: 3 });
    await fixture.giveUp(id, thanks);
    const part = await ask({ pieces: [{ line: 1, slots: [1] }] });
    await fixture.refuse(false);
    const { intentId } = await fixture.payment(id);
    const make = (refundId: string, amountMinor: number) =>
      fixture.shop.get(PaymentProvider).refund({ id: refundId, orderId: id, intentId, amountMinor, attempt: 1 });
    await make(thanks, 300);
    await fixture.deliverEvents(id);
    const { order, refunds } = await fixture.story(id);
    expect([order.refunded, refunds.map(({ kind, state }) => [kind, state])]).toEqual([
      3,
      expect.arrayContaining([
        ['goodwill', 'given-up'],
        ['goodwill', 'done'],
      ]),
    ]);
    expect(await fixture.mismatches()).not.toContainEqual(expect.objectContaining({ kind: 'refund-elsewhere', orderNumber: order.number }));
    await fixture.refundAtDashboard(id, 700);
    await fixture.shop.get(SendRefund).run(part);
    const ended = await fixture.story(id);
    expect([ended.order.status, ended.keys.map(({ state }) => state)]).toEqual(['refunded', ['burnt', 'burnt']]);
    expect(await brokenInvariants(fixture.shop.database, fixture.shop.clock.now())).toEqual([]);
  });

  test('a refund that is being tried at this moment is not given up, nor one of another order', async () => {
    const [id, other] = [await fixture.buy(), await fixture.buy()];
    const refund = await refused(id);
    await fixture.shop.get(Refunds).begin(refund);
    expect(await fixture.giveUp(id, refund)).toMatchObject({ statusCode: 409, message: expect.stringContaining('in ten seconds') });
    expect(await fixture.giveUp(other, refund)).toMatchObject({ statusCode: 404 });
    const known = await fixture.shop.get(Refunds).ofId(refund);
    fixture.shop.clock.advance(2 * 60_000);
    await fixture.shop.get(Refunds).begin(refund);
    expect(known && (await fixture.shop.get(Refunds).giveUp(known))).toBe(false);
  });

  test('a refund by the shop itself is given up to a hold, and the order can then be released', async () => {
    const id = await fixture.buy({ isPaid: false });
    await fixture.sellOut();
    await fixture.pay(id);
    await fixture.refuse(true);
    await expect(fixture.shop.get(RefundPayment).run(id)).rejects.toThrow('balance_insufficient');
    expect(await fixture.giveUp(id, id)).toEqual({ id, state: 'given-up', status: 'on_hold' });
    await fixture.shop.get(RefundPayment).run(id);
    expect(await fixture.atProvider(id)).toEqual([]);
    await fixture.addKeys(60);
    expect(await fixture.post(id, 'release', { reason })).toMatchObject({ order: { status: 'fulfilling' } });
  });

  test.each([
    [700, 7],
    [1600, 16],
  ])('of %i cents paid for an order of 1000 all go back, and row, answer, timeline and mail name what went back', async (paid, amount) => {
    const id = await fixture.buy({ isPaid: false });
    await fixture.pay(id, paid);
    const refund = await refused(id);
    await fixture.shop.get(SendRefund).run(refund);
    const { order, refunds, timeline } = await fixture.story(id);
    expect([order.status, refunds]).toMatchObject(['refunded', [{ id: refund, state: 'done', amount }]]);
    expect(timeline.find(({ what }) => what === 'refunded')?.data).toMatchObject({ amountMinor: paid });
    await fixture.shop.get(SendMail).run(`${id}-staff-refund-${refund}`);
    expect(fixture.mailer.sent.at(-1)?.text).toContain(`We have refunded €${amount}.00 of your order`);
    expect(fixture.mailer.sent.at(-1)?.text).toMatch(new RegExp(`Refunded so far\\W+€${amount}.00`));
    expect(await brokenInvariants(fixture.shop.database, fixture.shop.clock.now())).toEqual([]);
  });

  test('a refund of less than the order, that the bank returns, leaves nothing refunded', async () => {
    const id = await fixture.buy({ isPaid: false });
    await fixture.pay(id, 700);
    await fixture.standIn.control('refunds-fail', { how: 'later' });
    expect(await fixture.post(id, 'refund', { everything: true, reason })).toMatchObject({ state: 'done', amount: 7 });
    await fixture.standIn.endRefunds();
    await fixture.deliverEvents(id);
    expect((await fixture.story(id)).order).toMatchObject({ status: 'on_hold', refunded: 0 });
  });

  test('an event of a refund whose answer was lost finishes it', async () => {
    const id = await fixture.buy();
    const refund = await refused(id);
    const { intentId } = await fixture.payment(id);
    await fixture.shop.get(PaymentProvider).refund({ id: refund, orderId: id, intentId, amountMinor: null, attempt: 1 });
    await fixture.deliverEvents(id);
    expect((await fixture.story(id)).order.status).toBe('refunded');
  });
}
