import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { SendMail } from '../../../platform/mail/sending/send-mail.ts';
import { brokenInvariants } from '../../../testing/invariants/invariants.ts';
import { cartLine } from '../../../testing/products.ts';
import { RecordProviderRefund } from '../application/refunds/record-provider-refund.ts';
import { type RefundTestShop, refundTestShop } from '../testing/refund-test-shop.ts';

const reason = 'a test';

export function dashboardRefunds(): void {
  let desk: RefundTestShop;

  beforeAll(async () => {
    desk = await refundTestShop();
  }, 30_000);
  afterAll(() => desk.close());
  beforeEach(() => desk.refuse(false));

  const statusOf = async (id: string) => (await desk.story(id)).order.status;
  const holds = async () => expect(await brokenInvariants(desk.shop.database, desk.shop.clock.now())).toEqual([]);

  test('a whole refund at the dashboard is a refund of the order: its keys are taken, and it is told once however often it is said', async () => {
    const id = await desk.buy();
    expect(await desk.refundAtDashboard(id)).toEqual(['refunded elsewhere', 'refunds agree']);
    const { order, keys, refunds, timeline } = await desk.story(id);
    expect([order.status, order.refunded, keys[0]?.state]).toEqual(['refunded', 10, 'burnt']);
    expect(refunds).toMatchObject([{ by: 'stripe', state: 'done', kind: 'pieces', amount: 10, lines: [{ line: 1, slots: [1] }] }]);
    expect(timeline.map(({ what }) => what)).toEqual(expect.arrayContaining(['refunded_elsewhere', 'charge.refunded', 'refund.created']));
    // Another process that read the refunds before, too.
    const again = { id: refunds[0]?.id ?? '', refundId: null, amountMinor: 1000, isRest: true };
    expect(await desk.shop.get(RecordProviderRefund).run(id, again)).toBe(false);
    expect(timeline.filter(({ what }) => what === 'refunded_elsewhere')).toHaveLength(1);
    await desk.shop.get(SendMail).run(`${id}-staff-refund-${refunds[0]?.id}`);
    expect(desk.mailer.sent.at(-1)?.text).toContain('the full amount of');
    expect(await desk.post(id, 'refund', { reason })).toMatchObject({ statusCode: 409 });
    await holds();
  });

  test('keys that have not left go back into stock, and their mail never leaves', async () => {
    const stock = async () => (await desk.shop.database.query("select from stock_key where state = 'available'")).rows.length;
    const before = await stock();
    const id = await desk.buy({ isDelivered: false });
    await desk.refundAtDashboard(id);
    desk.mailer.sent.length = 0;
    await desk.shop.get(SendMail).run(`${id}-keys-1`);
    expect([await stock(), await statusOf(id), desk.mailer.sent]).toEqual([before, 'refunded', []]);
    await holds();
  });

  test('an amount that one line alone cost is a refund of that line, and the rest goes back after it', async () => {
    const id = await desk.buy({ cart: [cartLine(1), cartLine(2)] });
    await desk.refundAtDashboard(id, 700);
    expect(await desk.story(id)).toMatchObject({
      order: { status: 'partially_refunded', refunded: 7 },
      keys: [{ state: 'sold' }, { state: 'burnt' }],
      refunds: [{ lines: [{ line: 2 }] }],
    });
    expect((await desk.mismatches()).filter(({ kind }) => kind === 'refund-elsewhere')).toEqual([]);
    expect(await desk.post(id, 'refund', { reason })).toMatchObject({ state: 'done', amount: 10 });
    expect((await desk.story(id)).order).toMatchObject({ status: 'refunded', refunded: 17 });
    expect(await desk.deliverEvents(id)).toEqual(expect.not.arrayContaining(['refunded elsewhere']));
  });

  test('what cannot be attributed freezes keys that have not left, is a mismatch, and only the rest can go back', async () => {
    const id = await desk.buy({ isDelivered: false });
    await desk.refundAtDashboard(id, 300);
    desk.mailer.sent.length = 0;
    await desk.shop.get(SendMail).run(`${id}-keys-1`);
    const { order } = await desk.story(id);
    expect([order.status, order.refunded, desk.mailer.sent]).toEqual(['disputed', 3, []]);
    expect(await desk.mismatches()).toContainEqual(expect.objectContaining({ kind: 'refund-elsewhere', orderNumber: order.number }));
    expect(await desk.post(id, 'refund', { reason })).toMatchObject({ state: 'done', amount: 7, keys: 'back in stock' });
    expect((await desk.story(id)).order).toMatchObject({ status: 'refunded', refunded: 10 });
  });

  test('after a part without a line the order is released, or stays delivered, with what went back', async () => {
    const [open, delivered] = [await desk.buy({ isDelivered: false }), await desk.buy()];
    for (const id of [open, delivered]) await desk.refundAtDashboard(id, 300);
    expect(await statusOf(delivered)).toBe('partially_refunded');
    expect(await desk.post(open, 'release', { reason })).toMatchObject({ order: { status: 'partially_refunded', refunded: 3 } });
  });

  test('an order on hold keeps waiting for people when a part goes back, and ends when all has', async () => {
    const id = await desk.buy({ isPaid: false });
    await desk.pay(id, 700);
    await desk.refundAtDashboard(id, 300);
    expect((await desk.story(id)).order).toMatchObject({ status: 'on_hold', refunded: 3 });
    await desk.refundAtDashboard(id);
    expect((await desk.story(id)).order).toMatchObject({ status: 'refunded', refunded: 10 });
    await holds();
  });

  test('a refund at the dashboard that comes back counts no more', async () => {
    const id = await desk.buy();
    await desk.standIn.control('refunds-fail', { how: 'later' });
    await desk.refundAtDashboard(id);
    await desk.standIn.endRefunds();
    expect((await desk.atProvider(id))[0]?.status).toBe('failed');
    await desk.deliverEvents(id);
    expect((await desk.story(id)).order).toMatchObject({ status: 'on_hold', refunded: 0 });
  });

  test('a refund of a payment that no order has is a mismatch once its order has had an hour to come', async () => {
    const id = await desk.buy();
    const { intentId } = await desk.payment(id);
    await desk.shop.database.query(`update shop_order set payment_intent_id = 'pi_another' where id = $1`, [id]);
    await desk.standIn.control('refunds', { payment_intent: intentId });
    await expect(desk.deliverEventsOf(intentId)).rejects.toThrow('No order has the payment');
    desk.shop.clock.advance(3_600_000);
    // The first of its events is closed now; the second has come just now.
    await expect(desk.deliverEventsOf(intentId)).rejects.toThrow('No order has the payment');
    expect(await desk.mismatches()).toContainEqual(
      expect.objectContaining({ kind: 'refund-elsewhere', orderNumber: null, detail: expect.stringContaining(intentId) }),
    );
  });
}
