import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { SendMail } from '../../../platform/mail/sending/send-mail.ts';
import { brokenInvariants } from '../../../testing/invariants/invariants.ts';
import { cartLine } from '../../../testing/products.ts';
import { RecordProviderRefund } from '../application/refunds/from-provider/record-provider-refund.ts';
import { type RefundTestShop, refundTestShop } from '../testing/refund-test-shop.ts';

const reason = 'a test';

export function dashboardRefunds(): void {
  let fixture: RefundTestShop;

  beforeAll(async () => {
    fixture = await refundTestShop();
  }, 30_000);
  afterAll(() => fixture.close());
  beforeEach(() => fixture.refuse(false));

  const statusOf = async (id: string) => (await fixture.story(id)).order.status;
  const holds = async () => expect(await brokenInvariants(fixture.shop.database, fixture.shop.clock.now())).toEqual([]);

  test('a full refund at the dashboard refunds the order: its keys are revoked, and repeated events change nothing', async () => {
    const id = await fixture.buy();
    expect(await fixture.refundAtDashboard(id)).toEqual(['refunded elsewhere', 'refunds agree']);
    const { order, keys, refunds, timeline } = await fixture.story(id);
    expect([order.status, order.refunded, keys[0]?.state]).toEqual(['refunded', 10, 'burnt']);
    expect(refunds).toMatchObject([{ by: 'stripe', state: 'done', kind: 'pieces', amount: 10, lines: [{ line: 1, slots: [1] }] }]);
    expect(timeline.map(({ what }) => what)).toEqual(expect.arrayContaining(['refunded_elsewhere', 'charge.refunded', 'refund.created']));
    // Another process that has read the refunds before.
    const again = { id: refunds[0]?.id ?? '', refundId: null, amountMinor: 1000, paidMinor: 2700 };
    expect(await fixture.shop.get(RecordProviderRefund).run(id, again)).toBe(false);
    expect(timeline.filter(({ what }) => what === 'refunded_elsewhere')).toHaveLength(1);
    await fixture.shop.get(SendMail).run(`${id}-staff-refund-${refunds[0]?.id}`);
    expect(fixture.mailer.sent.at(-1)?.text).toContain('the full amount of');
    expect(await fixture.post(id, 'refund', { everything: true, reason })).toMatchObject({ statusCode: 409 });
    await holds();
  });

  test('undelivered keys go back into stock, and their mail is never sent', async () => {
    const stock = async () => (await fixture.shop.database.query("select from stock_key where state = 'available'")).rows.length;
    const before = await stock();
    const id = await fixture.buy({ isDelivered: false });
    await fixture.refundAtDashboard(id);
    fixture.mailer.sent.length = 0;
    await fixture.shop.get(SendMail).run(`${id}-keys-1`);
    expect([await stock(), await statusOf(id), fixture.mailer.sent]).toEqual([before, 'refunded', []]);
    await holds();
  });

  test('an amount that one line alone cost is a refund of that line, and the rest goes back after it', async () => {
    const id = await fixture.buy({ cart: [cartLine(1), cartLine(2)] });
    await fixture.refundAtDashboard(id, 700);
    expect(await fixture.story(id)).toMatchObject({
      order: { status: 'partially_refunded', refunded: 7 },
      keys: [{ state: 'sold' }, { state: 'burnt' }],
      refunds: [{ lines: [{ line: 2 }] }],
    });
    expect((await fixture.mismatches()).filter(({ kind }) => kind === 'refund-elsewhere')).toEqual([]);
    expect(await fixture.post(id, 'refund', { everything: true, reason })).toMatchObject({ state: 'done', amount: 10 });
    expect((await fixture.story(id)).order).toMatchObject({ status: 'refunded', refunded: 17 });
    expect(await fixture.deliverEvents(id)).toEqual(expect.not.arrayContaining(['refunded elsewhere']));
  });

  test('a refund of unknown pieces freezes undelivered keys, is a mismatch, and only the rest can be refunded', async () => {
    const id = await fixture.buy({ isDelivered: false });
    await fixture.refundAtDashboard(id, 300);
    fixture.mailer.sent.length = 0;
    await fixture.shop.get(SendMail).run(`${id}-keys-1`);
    const { order } = await fixture.story(id);
    expect([order.status, order.refunded, fixture.mailer.sent]).toEqual(['disputed', 3, []]);
    expect(await fixture.mismatches()).toContainEqual(expect.objectContaining({ kind: 'refund-elsewhere', orderNumber: order.number }));
    expect(await fixture.post(id, 'refund', { everything: true, reason })).toMatchObject({
      state: 'done',
      amount: 7,
      keys: 'back in stock',
    });
    expect((await fixture.story(id)).order).toMatchObject({ status: 'refunded', refunded: 10 });
  });

  test('after a part without a line the order is released, or stays delivered, with what went back', async () => {
    const [open, delivered] = [await fixture.buy({ isDelivered: false }), await fixture.buy()];
    for (const id of [open, delivered]) await fixture.refundAtDashboard(id, 300);
    expect(await statusOf(delivered)).toBe('partially_refunded');
    expect(await fixture.post(open, 'release', { reason })).toMatchObject({ order: { status: 'partially_refunded', refunded: 3 } });
  });

  test('an order on hold stays so after a partial refund, and ends after a full one', async () => {
    const id = await fixture.buy({ isPaid: false });
    await fixture.pay(id, 700);
    await fixture.refundAtDashboard(id, 300);
    expect((await fixture.story(id)).order).toMatchObject({ status: 'on_hold', refunded: 3 });
    await fixture.refundAtDashboard(id);
    expect((await fixture.story(id)).order).toMatchObject({ status: 'refunded', refunded: 10 });
    await holds();
  });

  test('a refund at the dashboard that comes back counts no more', async () => {
    const id = await fixture.buy();
    await fixture.standIn.control('refunds-fail', { how: 'later' });
    await fixture.refundAtDashboard(id);
    await fixture.standIn.endRefunds();
    expect((await fixture.atProvider(id))[0]?.status).toBe('failed');
    await fixture.deliverEvents(id);
    expect((await fixture.story(id)).order).toMatchObject({ status: 'on_hold', refunded: 0 });
  });

  test('an event that comes before the one of its payment settles that first, so that it can wait for it however long', async () => {
    const id = await fixture.buy({ isPaid: false });
    const { sessionId } = await fixture.payment(id);
    await fixture.standIn.control(`sessions/${sessionId}/pay`);
    const intentId = String((await fixture.standIn.stripe.checkout.sessions.retrieve(sessionId)).payment_intent);
    await fixture.standIn.control('refunds', { payment_intent: intentId });
    expect(await fixture.deliverEventsOf(intentId)).toContain('refunded elsewhere');
    expect(await statusOf(id)).toBe('refunded');
    expect((await fixture.story(id)).timeline.map(({ what }) => what)).toEqual(expect.arrayContaining(['paid', 'refunded_elsewhere']));
    await holds();
  });

  test('a refund of a payment that no order has is a mismatch once its order has had an hour to come', async () => {
    const id = await fixture.buy();
    const { intentId } = await fixture.payment(id);
    await fixture.shop.database.query(`update shop_order set payment_intent_id = 'pi_another' where id = $1`, [id]);
    await fixture.standIn.control('refunds', { payment_intent: intentId });
    await expect(fixture.deliverEventsOf(intentId)).rejects.toThrow('No order has the payment');
    fixture.shop.clock.advance(3_600_000);
    // The first of its events is closed now; the second has come just now.
    await expect(fixture.deliverEventsOf(intentId)).rejects.toThrow('No order has the payment');
    expect(await fixture.mismatches()).toContainEqual(
      expect.objectContaining({ kind: 'refund-elsewhere', orderNumber: null, detail: expect.stringContaining(intentId) }),
    );
  });
}
