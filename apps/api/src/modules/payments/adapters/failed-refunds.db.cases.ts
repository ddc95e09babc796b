import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { SendMail } from '../../../platform/mail/sending/send-mail.ts';
import { MetricsPage } from '../../../platform/metrics/metrics-page.ts';
import { brokenInvariants } from '../../../testing/invariants/invariants.ts';
import { cartLine } from '../../../testing/products.ts';
import { SendRefund } from '../application/refunds/send-refund.ts';
import { type RefundTestShop, refundTestShop } from '../testing/refund-test-shop.ts';

const reason = 'a test';

export function failedRefunds(): void {
  let fixture: RefundTestShop;

  beforeAll(async () => {
    fixture = await refundTestShop();
  }, 30_000);
  afterAll(() => fixture.close());
  beforeEach(() => fixture.refuse(false));

  test('cancelling an order on hold refunds it, whatever was paid, and releases its keys', async () => {
    const id = await fixture.buy({ isPaid: false });
    await fixture.pay(id, 700);
    expect((await fixture.story(id)).order).toMatchObject({ status: 'on_hold', holdReason: 'amount differs' });
    expect(await fixture.post(id, 'cancel', { reason })).toEqual({ id, status: 'refunded', refund: 7 });
    expect(await fixture.atProvider(id)).toMatchObject([{ amount: 700 }]);
    const { timeline } = await fixture.story(id);
    expect(timeline.filter(({ source }) => source === 'staff')).toMatchObject([{ what: 'orders.cancel', data: { reason } }]);
    expect(await brokenInvariants(fixture.shop.database, fixture.shop.clock.now())).toEqual([]);
  });

  test('a cancelled order whose refund is refused stays on hold until the provider agrees', async () => {
    const id = await fixture.buy({ isPaid: false });
    await fixture.pay(id, 700);
    await fixture.refuse(true);
    expect(await fixture.post(id, 'cancel', { reason })).toMatchObject({ status: 'on_hold' });
    await fixture.refuse(false);
    const [refund] = (await fixture.story(id)).refunds;
    await fixture.shop.get(SendRefund).run(refund?.id ?? '');
    expect((await fixture.story(id)).order.status).toBe('refunded');
  });

  test('an order that was paid and cancelled before money went back with it can still be refunded', async () => {
    const id = await fixture.buy({ isPaid: false });
    await fixture.pay(id, 700);
    await fixture.shop.database.query(`update shop_order set status = 'cancelled' where id = $1`, [id]);
    expect(await fixture.post(id, 'refund', { everything: true, reason })).toMatchObject({ state: 'done' });
    expect((await fixture.story(id)).order.status).toBe('refunded');
  });

  /** Refunded by staff, and returned by the bank. Returns the refund's id. */
  async function bounced(orderId: string, lines?: number[]): Promise<string> {
    await fixture.standIn.control('refunds-fail', { how: 'later' });
    const answer = await fixture.post(orderId, 'refund', { reason, ...(lines ? { lines } : { everything: true }) });
    expect(answer).toMatchObject({ state: 'done' });
    await fixture.standIn.endRefunds();
    expect((await fixture.atProvider(orderId))[0]?.status).toBe('failed');
    await fixture.deliverEvents(orderId);
    return String(answer.id);
  }

  test('a refund that comes back is in the order, the mismatches and the figures, and is made again', async () => {
    fixture.figuresAge();
    const failures = async () => Number(/kind="refund_failed"\} (\d+)/.exec(await fixture.shop.get(MetricsPage).text())?.[1]);
    const before = await failures();
    const id = await fixture.buy();
    const refund = await bounced(id);
    const { order, refunds, timeline } = await fixture.story(id);
    expect(order).toMatchObject({ status: 'on_hold', holdReason: 'refund failed', refunded: 0 });
    expect(refunds).toMatchObject([{ id: refund, state: 'failed', isOpen: true, refusal: 'unknown' }]);
    expect(timeline.map(({ what }) => what)).toEqual(expect.arrayContaining(['refunded', 'refund_failed', 'on_hold']));
    expect(await fixture.mismatches()).toContainEqual(expect.objectContaining({ kind: 'refund-failed', orderNumber: order.number }));
    fixture.figuresAge();
    expect(await failures()).toBe(before + 1);
    expect(await fixture.post(id, 'release', { reason })).toMatchObject({
      statusCode: 409,
      message: expect.stringContaining('keys are gone'),
    });
    expect(await fixture.post(id, 'refund', { everything: true, reason })).toMatchObject({ state: 'done', amount: 10 });
    await fixture.deliverEvents(id);
    expect((await fixture.story(id)).order).toMatchObject({ status: 'refunded', refunded: 10 });
    expect((await fixture.atProvider(id)).map(({ status }) => status)).toEqual(['succeeded', 'failed']);
    fixture.figuresAge();
    expect(await failures()).toBe(before);
  });

  /** The texts of the mails about the returned refund. */
  async function mailsAbout(id: string, refund: string): Promise<string[]> {
    fixture.mailer.sent.length = 0;
    const { rows } = await fixture.shop.database.query<{ id: string }>(
      `select id from letter where about = $1 and kind = 'refund-bounced'`,
      [id],
    );
    expect(rows).toEqual([{ id: `${id}-refund-bounced-${refund}` }]);
    for (const mail of rows) await fixture.shop.get(SendMail).run(mail.id);
    return fixture.mailer.sent.map(({ text }) => text);
  }

  test('a buyer whose refund was returned is notified once, with the amount', async () => {
    const id = await fixture.buy({ cart: [cartLine(1), cartLine(2)] });
    const refund = await bounced(id, [2]);
    const [text, ...more] = await mailsAbout(id, refund);
    expect(text).toContain('We had sent you €7.00');
    expect(more).toEqual([]);
    await fixture.deliverEvents(id);
    expect(await mailsAbout(id, refund)).toEqual([]);
  });

  test('a buyer whose refund was repeated before the mail was sent is not notified of the return', async () => {
    const id = await fixture.buy();
    const refund = await bounced(id);
    await fixture.post(id, 'refund', { everything: true, reason });
    expect(await mailsAbout(id, refund)).toEqual([]);
  });

  test('a part that comes back leaves the rest of the order as it is, and its line is refunded once more', async () => {
    const id = await fixture.buy({ cart: [cartLine(1), cartLine(2)] });
    await bounced(id, [2]);
    expect((await fixture.story(id)).order).toMatchObject({ status: 'partially_refunded', refunded: 0 });
    expect(await fixture.post(id, 'refund', { reason, lines: [2] })).toMatchObject({ state: 'done', amount: 7 });
    expect((await fixture.story(id)).order).toMatchObject({ status: 'partially_refunded', refunded: 7 });
    await bounced(id, [1]);
    expect((await fixture.story(id)).order).toMatchObject({ status: 'on_hold', refunded: 7 });
    expect(await fixture.post(id, 'refund', { everything: true, reason })).toMatchObject({ state: 'done', amount: 10 });
    expect((await fixture.story(id)).order).toMatchObject({ status: 'refunded', refunded: 17 });
  });

  test('a refund that came back is given up where the money went another way, and the order is over', async () => {
    const id = await fixture.buy();
    const refund = await bounced(id);
    expect(await fixture.giveUp(id, refund)).toMatchObject({ status: 'cancelled' });
    expect((await fixture.story(id)).refunds).toMatchObject([{ state: 'failed', isOpen: false }]);
    expect((await fixture.mismatches()).filter(({ orderStatus }) => orderStatus === 'cancelled')).toEqual([]);
    expect(await fixture.giveUp(id, refund)).toMatchObject({ statusCode: 409 });
  });
}
