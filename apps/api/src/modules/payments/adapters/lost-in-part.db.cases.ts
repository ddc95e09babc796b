import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type Stripe from 'stripe';
import { MailRows } from '../../../platform/mail/ports.ts';
import { SendMail } from '../../../platform/mail/sending/send-mail.ts';
import { brokenInvariants } from '../../../testing/invariants/invariants.ts';
import { cartLine } from '../../../testing/products.ts';
import { SendRefund } from '../application/refunds/send-refund.ts';
import { SettleDispute } from '../application/disputes/settle-dispute.ts';
import { type RefundTestShop, refundTestShop } from '../testing/refund-test-shop.ts';

const HOUR_MS = 3_600_000;
const reason = 'a test';

export function lostInPart(): void {
  let fixture: RefundTestShop;

  beforeAll(async () => {
    fixture = await refundTestShop();
  }, 30_000);
  afterAll(async () => {
    expect(await brokenInvariants(fixture.shop.database, fixture.shop.clock.now())).toEqual([]);
    await fixture.close();
  });

  const settle = async (id: string) => fixture.shop.get(SettleDispute).run((await fixture.payment(id)).intentId, 'stripe');

  /** The buyer disputes an amount, the bank decides, and the shop processes both events. */
  async function lose(id: string, amount: number, leavesRest = false): Promise<string> {
    const { intentId } = await fixture.payment(id);
    const dispute = (await fixture.standIn.control('disputes', { payment_intent: intentId, amount, leavesRest })) as Stripe.Dispute;
    expect(await settle(id)).toBe('disputed');
    await fixture.standIn.stripe.disputes.update(dispute.id, { evidence: { uncategorized_text: 'losing_evidence' } });
    return settle(id);
  }

  /** Sends all pending mails; returns the texts of the order's mails. */
  async function send(id: string): Promise<string[]> {
    fixture.mailer.sent.length = 0;
    for (const mail of await fixture.shop.get(MailRows).overdue(new Date(fixture.shop.clock.now().getTime() + HOUR_MS)))
      if (mail.startsWith(id)) await fixture.shop.get(SendMail).run(mail);
    return fixture.mailer.sent.map(({ text }) => text);
  }

  const inStock = async () => (await fixture.shop.database.query("select from stock_key where state = 'available'")).rows.length;

  /** Undoes `sellOut`. */
  async function restock(): Promise<void> {
    await fixture.shop.database.query(
      "update stock_key set state = 'available' where state = 'burnt' and id not in (select key_id from allocation)",
    );
  }

  const twoLines = { cart: [cartLine(1), cartLine(2)] };

  test('a delivered order with a chargeback of one line keeps the key of the other', async () => {
    const id = await fixture.buy(twoLines);
    expect(await lose(id, 700)).toBe('completed');
    expect(await fixture.story(id)).toMatchObject({
      order: { status: 'completed', refunded: 0, chargedBack: 7 },
      keys: [{ state: 'sold' }, { state: 'burnt' }],
      refunds: [{ by: 'stripe', state: 'done', kind: 'chargeback', amount: 7, lines: [{ line: 2, slots: [1] }] }],
    });
    expect(await send(id)).toEqual([]);
  });

  test('before its keys have left, the line whose price was lost goes back into stock and the rest is delivered, once', async () => {
    const id = await fixture.buy({ ...twoLines, isDelivered: false });
    const before = await inStock();
    await lose(id, 1000);
    expect(await fixture.story(id)).toMatchObject({
      order: { status: 'completed', refunded: 0, chargedBack: 10 },
      keys: [{ line: 2, state: 'sold' }],
    });
    expect([await inStock(), (await send(id)).length, (await send(id)).length]).toEqual([before + 1, 1, 0]);
  });

  test("of an amount that is no one line's price a delivered order loses the money and no key", async () => {
    const id = await fixture.buy();
    await lose(id, 300);
    expect(await fixture.story(id)).toMatchObject({
      order: { status: 'completed', refunded: 0, chargedBack: 3, holdReason: null },
      keys: [{ state: 'sold' }],
    });
  });

  test("of an amount that is no one line's price keys that have not left wait for the staff, who deliver", async () => {
    const id = await fixture.buy({ isDelivered: false });
    await lose(id, 300);
    expect((await fixture.story(id)).order).toMatchObject({ status: 'disputed', chargedBack: 3, holdReason: 'lost in part' });
    expect(await send(id)).toEqual([]);
    expect(await settle(id)).toBe('recorded');
    expect((await fixture.story(id)).order).toMatchObject({ status: 'disputed', chargedBack: 3 });
    expect(await fixture.post(id, 'release', { reason })).toMatchObject({ order: { status: 'completed', refunded: 0, chargedBack: 3 } });
    expect(await send(id)).toHaveLength(1);
  });

  test('an order on hold with a chargeback of one line is released with the keys of the other only', async () => {
    const id = await fixture.buy({ ...twoLines, isPaid: false });
    const before = await inStock();
    await fixture.pay(id, 1600);
    await lose(id, 700);
    expect(await fixture.story(id)).toMatchObject({
      order: { status: 'on_hold', chargedBack: 7 },
      refunds: [{ amount: 7, lines: [{ line: 2 }] }],
    });
    await fixture.post(id, 'release', { reason });
    expect((await fixture.story(id)).keys).toMatchObject([{ line: 1, state: 'sold' }]);
    expect([await inStock(), (await send(id)).length]).toEqual([before + 1, 1]);
  });

  test('an order that came too late for keys gets none of the line whose price was lost when there are some again', async () => {
    const id = await fixture.buy({ ...twoLines, isPaid: false });
    await fixture.sellOut();
    await fixture.pay(id);
    await lose(id, 700);
    expect(await fixture.story(id)).toMatchObject({
      order: { status: 'disputed', chargedBack: 7 },
      keys: [],
      refunds: [{ lines: [{ line: 2 }] }],
    });
    await restock();
    expect(await settle(id)).toBe('completed');
    expect((await fixture.story(id)).keys).toMatchObject([{ line: 1, state: 'sold' }]);
    expect(await send(id)).toHaveLength(1);
  });

  test("the price of an order's only line that was lost of a greater payment is left to the staff", async () => {
    const id = await fixture.buy({ isPaid: false });
    await fixture.pay(id, 2000);
    await lose(id, 1000);
    expect(await fixture.story(id)).toMatchObject({ order: { status: 'on_hold', chargedBack: 10 }, refunds: [{ amount: 10, lines: [] }] });
    await fixture.post(id, 'release', { reason });
    expect((await fixture.story(id)).keys).toHaveLength(1);
  });

  test('a chargeback is subtracted once, however often it is read', async () => {
    const id = await fixture.buy(twoLines);
    await lose(id, 700);
    for (let look = 0; look < 3; look += 1) expect(await settle(id)).toBe('recorded');
    const { order, refunds, timeline } = await fixture.story(id);
    expect([order.status, order.refunded, order.chargedBack, refunds.length]).toEqual(['completed', 0, 7, 1]);
    expect(timeline.filter(({ what }) => what === 'lost_in_part')).toHaveLength(1);
    expect(await fixture.deliverEvents(id)).toEqual([]);
  });

  test('a part that took all that refunds had left is the end of the order', async () => {
    const id = await fixture.buy(twoLines);
    await fixture.refundAtDashboard(id, 700);
    expect(await lose(id, 1000)).toBe('charged_back');
    expect(await fixture.story(id)).toMatchObject({
      order: { status: 'charged_back', refunded: 7, chargedBack: 10 },
      keys: [{ state: 'burnt' }, { state: 'burnt' }],
    });
  });

  test('an order that waits for the staff still does after a part of it was lost', async () => {
    const id = await fixture.buy({ isPaid: false });
    await fixture.pay(id, 900);
    expect((await fixture.story(id)).order.status).toBe('on_hold');
    await lose(id, 300);
    expect((await fixture.story(id)).order).toMatchObject({ status: 'on_hold', chargedBack: 3, holdReason: 'amount differs' });
  });

  test('the rest that the staff sends back is what neither the bank took nor went back before', async () => {
    const [unseen, delivered] = [await fixture.buy({ isDelivered: false }), await fixture.buy(twoLines)];
    await lose(unseen, 300, true);
    expect(await fixture.post(unseen, 'refund', { everything: true, reason })).toMatchObject({ state: 'done', amount: 7 });
    expect(await fixture.atProvider(unseen)).toMatchObject([{ amount: 700 }]);
    expect((await fixture.story(unseen)).order).toMatchObject({ status: 'refunded', refunded: 7, chargedBack: 3 });
    await fixture.post(delivered, 'refund', { reason, lines: [2] });
    await lose(delivered, 200, true);
    expect(await fixture.post(delivered, 'refund', { everything: true, reason })).toMatchObject({ state: 'done' });
    // €17, minus the €7 refunded before and the €2 charged back.
    expect(await fixture.atProvider(delivered)).toMatchObject([{ amount: 800 }, { amount: 700 }]);
  });

  test('what is refunded at the dashboard is the rest of the order where the bank took what else there was', async () => {
    const id = await fixture.buy(twoLines);
    await lose(id, 300, true);
    await fixture.refundAtDashboard(id, 1400);
    expect(await fixture.story(id)).toMatchObject({
      order: { status: 'refunded', refunded: 14, chargedBack: 3 },
      keys: [{ state: 'burnt' }, { state: 'burnt' }],
    });
  });

  test('a chargeback is not listed as an external refund', async () => {
    const id = await fixture.buy();
    await lose(id, 300);
    const { order } = await fixture.story(id);
    const reported = (await fixture.mismatches()).filter(
      ({ kind, orderNumber }) => kind === 'refund-elsewhere' && orderNumber === order.number,
    );
    expect(reported).toEqual([]);
  });

  test('of a payment of which the bank took all that was left meanwhile nothing is sent back', async () => {
    const id = await fixture.buy(twoLines);
    await fixture.post(id, 'refund', { reason, lines: [2] });
    const { intentId } = await fixture.payment(id);
    const dispute = (await fixture.standIn.control('disputes', {
      payment_intent: intentId,
      amount: 1000,
      leavesRest: true,
    })) as Stripe.Dispute;
    await fixture.standIn.stripe.disputes.close(dispute.id);
    const { id: refund, state } = await fixture.post(id, 'refund', { everything: true, reason });
    expect(state).toBe('asked');
    expect(await fixture.atProvider(id)).toMatchObject([{ amount: 700 }]);
    expect(await settle(id)).toBe('charged_back');
    await fixture.shop.get(SendRefund).run(String(refund));
    const { order, refunds } = await fixture.story(id);
    expect(order).toMatchObject({ status: 'charged_back', refunded: 7, chargedBack: 10 });
    expect(refunds).toMatchObject([{ state: 'done' }, { id: refund, state: 'given-up' }]);
    const { rows } = await fixture.shop.database.query("select from letter where about = $1 and kind = 'staff-refund'", [id]);
    expect(rows).toHaveLength(1);
  });

  test('while the provider refuses to send the rest back nothing is delivered, and given up, the order and its keys are as before', async () => {
    const [unseen, delivered] = [await fixture.buy({ isDelivered: false }), await fixture.buy(twoLines)];
    for (const id of [unseen, delivered]) {
      await lose(id, 300);
      const before = await fixture.story(id);
      const { id: refund } = await fixture.post(id, 'refund', { everything: true, reason });
      expect((await fixture.story(id)).refunds).toContainEqual(
        expect.objectContaining({ id: refund, state: 'asked', refusal: 'charge_disputed' }),
      );
      expect(await fixture.post(id, 'release', { reason })).toMatchObject({ statusCode: 409 });
      expect(await fixture.giveUp(id, String(refund))).toMatchObject({ state: 'given-up' });
      const { order, keys } = await fixture.story(id);
      // Its keys are mailed once more where they had been.
      expect(order.mailState).toBe(id === delivered ? 'waiting' : null);
      const as = { ...before.order, mailState: order.mailState };
      expect([order, keys.map(({ state }) => state)]).toEqual([as, before.keys.map(({ state }) => state)]);
      expect(await fixture.atProvider(id)).toEqual([]);
    }
    expect(await send(unseen)).toEqual([]);
    expect(await fixture.post(unseen, 'release', { reason })).toMatchObject({
      order: { status: 'completed', refunded: 0, chargedBack: 3 },
    });
    expect(await send(unseen)).toHaveLength(1);
  });
}
