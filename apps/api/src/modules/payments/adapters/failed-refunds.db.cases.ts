import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { SendMail } from '../../../platform/mail/sending/send-mail.ts';
import { MetricsPage } from '../../../platform/metrics/metrics-page.ts';
import { brokenInvariants } from '../../../testing/invariants/invariants.ts';
import { cartLine } from '../../../testing/products.ts';
import { SendRefund } from '../application/refunds/send-refund.ts';
import { type RefundTestShop, refundTestShop } from '../testing/refund-test-shop.ts';

const reason = 'a test';

export function failedRefunds(): void {
  let desk: RefundTestShop;

  beforeAll(async () => {
    desk = await refundTestShop();
  }, 30_000);
  afterAll(() => desk.close());
  beforeEach(() => desk.refuse(false));

  test('cancelling an order on hold sends its money back, however much was paid, and gives its keys free', async () => {
    const id = await desk.buy({ isPaid: false });
    await desk.pay(id, 700);
    expect((await desk.story(id)).order).toMatchObject({ status: 'on_hold', holdReason: 'amount differs' });
    expect(await desk.post(id, 'cancel', { reason })).toEqual({ id, status: 'refunded', refund: 10 });
    expect(await desk.atProvider(id)).toMatchObject([{ amount: 700 }]);
    const { timeline } = await desk.story(id);
    expect(timeline.filter(({ source }) => source === 'staff')).toMatchObject([{ what: 'orders.cancel', data: { reason } }]);
    expect(await brokenInvariants(desk.shop.database, desk.shop.clock.now())).toEqual([]);
  });

  test('a cancelled order whose refund is refused stays on hold until the provider agrees', async () => {
    const id = await desk.buy({ isPaid: false });
    await desk.pay(id, 700);
    await desk.refuse(true);
    expect(await desk.post(id, 'cancel', { reason })).toMatchObject({ status: 'on_hold' });
    await desk.refuse(false);
    const [refund] = (await desk.story(id)).refunds;
    await desk.shop.get(SendRefund).run(refund?.id ?? '');
    expect((await desk.story(id)).order.status).toBe('refunded');
  });

  test('an order that was paid and cancelled before money went back with it can still be refunded', async () => {
    const id = await desk.buy({ isPaid: false });
    await desk.pay(id, 700);
    await desk.shop.database.query(`update shop_order set status = 'cancelled' where id = $1`, [id]);
    expect(await desk.post(id, 'refund', { reason })).toMatchObject({ state: 'done' });
    expect((await desk.story(id)).order.status).toBe('refunded');
  });

  /** Refunded by the staff, and sent back by the bank. Answers the refund's id. */
  async function bounced(orderId: string, lines?: number[]): Promise<string> {
    await desk.standIn.control('refunds-fail', { how: 'later' });
    const answer = await desk.post(orderId, 'refund', { reason, ...(lines && { lines }) });
    expect(answer).toMatchObject({ state: 'done' });
    await desk.standIn.endRefunds();
    expect((await desk.atProvider(orderId))[0]?.status).toBe('failed');
    await desk.deliverEvents(orderId);
    return String(answer.id);
  }

  test('a refund that comes back is in the order, the mismatches and the figures, and is made again', async () => {
    desk.figuresAge();
    const failures = async () => Number(/kind="refund_failed"\} (\d+)/.exec(await desk.shop.get(MetricsPage).text())?.[1]);
    const before = await failures();
    const id = await desk.buy();
    const refund = await bounced(id);
    const { order, refunds, timeline } = await desk.story(id);
    expect(order).toMatchObject({ status: 'on_hold', holdReason: 'refund failed', refunded: 0 });
    expect(refunds).toMatchObject([{ id: refund, state: 'failed', isOpen: true, refusal: 'unknown' }]);
    expect(timeline.map(({ what }) => what)).toEqual(expect.arrayContaining(['refunded', 'refund_failed', 'on_hold']));
    expect(await desk.mismatches()).toContainEqual(expect.objectContaining({ kind: 'refund-failed', orderNumber: order.number }));
    desk.figuresAge();
    expect(await failures()).toBe(before + 1);
    expect(await desk.post(id, 'release', { reason })).toMatchObject({
      statusCode: 409,
      message: expect.stringContaining('keys are gone'),
    });
    expect(await desk.post(id, 'refund', { reason })).toMatchObject({ state: 'done', amount: 10 });
    await desk.deliverEvents(id);
    expect((await desk.story(id)).order).toMatchObject({ status: 'refunded', refunded: 10 });
    expect((await desk.atProvider(id)).map(({ status }) => status)).toEqual(['succeeded', 'failed']);
    desk.figuresAge();
    expect(await failures()).toBe(before);
  });

  /** What the buyer is told of the refund that came back: the texts of the mails. */
  async function told(id: string, refund: string): Promise<string[]> {
    desk.mailer.sent.length = 0;
    const { rows } = await desk.shop.database.query<{ id: string }>(`select id from letter where about = $1 and kind = 'refund-bounced'`, [
      id,
    ]);
    expect(rows).toEqual([{ id: `${id}-refund-bounced-${refund}` }]);
    for (const letter of rows) await desk.shop.get(SendMail).run(letter.id);
    return desk.mailer.sent.map(({ text }) => text);
  }

  test('a buyer whose refund came back is told so once, with the amount that has not arrived', async () => {
    const id = await desk.buy({ cart: [cartLine(1), cartLine(2)] });
    const refund = await bounced(id, [2]);
    const [text, ...more] = await told(id, refund);
    expect(text).toContain('We had sent you €7.00');
    expect(more).toEqual([]);
    await desk.deliverEvents(id);
    expect(await told(id, refund)).toEqual([]);
  });

  test('a buyer whose money was sent once more before the letter could leave is not told that it came back', async () => {
    const id = await desk.buy();
    const refund = await bounced(id);
    await desk.post(id, 'refund', { reason });
    expect(await told(id, refund)).toEqual([]);
  });

  test('a part that comes back leaves the rest of the order as it is, and its line is refunded once more', async () => {
    const id = await desk.buy({ cart: [cartLine(1), cartLine(2)] });
    await bounced(id, [2]);
    expect((await desk.story(id)).order).toMatchObject({ status: 'partially_refunded', refunded: 0 });
    expect(await desk.post(id, 'refund', { reason, lines: [2] })).toMatchObject({ state: 'done', amount: 7 });
    expect((await desk.story(id)).order).toMatchObject({ status: 'partially_refunded', refunded: 7 });
    await bounced(id, [1]);
    expect((await desk.story(id)).order).toMatchObject({ status: 'on_hold', refunded: 7 });
    expect(await desk.post(id, 'refund', { reason })).toMatchObject({ state: 'done', amount: 10 });
    expect((await desk.story(id)).order).toMatchObject({ status: 'refunded', refunded: 17 });
  });

  test('a refund that came back is given up where the money went another way, and the order is over', async () => {
    const id = await desk.buy();
    const refund = await bounced(id);
    expect(await desk.giveUp(id, refund)).toMatchObject({ status: 'cancelled' });
    expect((await desk.story(id)).refunds).toMatchObject([{ state: 'failed', isOpen: false }]);
    expect((await desk.mismatches()).filter(({ orderStatus }) => orderStatus === 'cancelled')).toEqual([]);
    expect(await desk.giveUp(id, refund)).toMatchObject({ statusCode: 409 });
  });
}
