import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { SendMail } from '../../../../platform/mail/sending/send-mail.ts';
import { brokenInvariants } from '../../../../testing/invariants/invariants.ts';
import { cartLine } from '../../../../testing/products.ts';
import { RequeueOverdueJobs } from '../../application/requeue-overdue-jobs.ts';
import { RefundHeld } from '../../application/risk/refund-held.ts';
import { RefundPayment } from '../../application/refunds/refund-payment.ts';
import { SendRefund } from '../../application/refunds/send-refund.ts';
import { Settle } from '../../application/settle.ts';
import { type RefundTestShop, refundTestShop } from '../../testing/refund-test-shop.ts';

const HOUR_MS = 3_600_000;
const WRONG_CODE = '4000000000000101';
const ELEVATED = '4000000000009235';
const HIGHEST = '4000000000004954';

export function riskCases(): void {
  let fixture: RefundTestShop;

  beforeAll(async () => {
    fixture = await refundTestShop();
  }, 30_000);
  afterAll(() => fixture.close());
  beforeEach(() => {
    fixture.mailer.sent.length = 0;
  });
  afterEach(async () => expect(await brokenInvariants(fixture.shop.database, fixture.shop.clock.now())).toEqual([]));

  async function paidBy(card: string | null, quantity = 1): Promise<string> {
    fixture.card = card;
    return fixture.buy({ cart: [cartLine(1, quantity)], isDelivered: false });
  }
  /** Both clocks: a session ends by that of the provider. */
  async function advance(ms: number): Promise<void> {
    fixture.shop.clock.advance(ms);
    await fixture.standIn.control('clock', { advanceMs: ms });
  }
  const statusOf = async (id: string) => (await fixture.story(id)).order.status;
  const riskOf = async (id: string) => (await fixture.story(id)).timeline.filter(({ source }) => source === 'risk');
  const keysOf = async (id: string) => {
    const { rows } = await fixture.shop.database.query<{ state: string }>('select state from stock_key where order_id = $1', [id]);
    return rows.map(({ state }) => state);
  };
  const send = (mail: string) => fixture.shop.get(SendMail).run(mail);

  test.each([
    ['the ordinary card', null, 'deliver', 'fulfilling'],
    ['3-D Secure', '4000000000003220', 'deliver', 'fulfilling'],
    ['an elevated risk', ELEVATED, 'link', 'fulfilling'],
    ['a wrong postal code', '4000000000000036', 'link', 'fulfilling'],
    ['a wrong security code', WRONG_CODE, 'hold', 'on_hold'],
    ['a review', '4000000000009292', 'hold', 'on_hold'],
    ['the highest risk', HIGHEST, 'refuse', 'paid'],
  ])('%s at the provider is decided about once, however often the payment is settled', async (_what, card, outcome, status) => {
    const id = await paidBy(card);
    const { sessionId } = await fixture.payment(id);
    await fixture.shop.get(Settle).run(sessionId, 'stripe', 'stripe');
    expect(await riskOf(id)).toEqual([expect.objectContaining({ what: outcome, by: 'shop' })]);
    expect(await statusOf(id)).toBe(status);
  });

  test.each([
    ['a good buyer is not asked', 'ada@example.com', null, 'deliver', [], null],
    ['a buyer with a disposable mail address is asked', 'ada@mailinator.com', null, 'deliver', ['three-d-secure-passed'], 'any'],
    ['a card that cannot be asked proves nothing', 'eve@mailinator.com', '4000000000003097', 'deliver', [], 'any'],
    ['a buyer who failed is not trusted with the keys', 'bob@example.com', '4000000000009318', 'link', ['three-d-secure-failed'], null],
  ])('for 3-D Secure %s, and the answer of the bank counts', async (_who, email, card, outcome, codes, asked) => {
    fixture.card = card;
    const id = await fixture.buy({ cart: [cartLine(1)], isDelivered: false, email });
    const [decision] = await riskOf(id);
    const reasons = decision?.data.reasons as { code: string }[];
    expect([decision?.what, reasons.map(({ code }) => code).filter((code) => code.startsWith('three'))]).toEqual([outcome, codes]);
    const { rows } = await fixture.shop.database.query('select three_d_secure as asked from shop_order where id = $1', [id]);
    expect(rows).toEqual([{ asked }]);
  });

  test('a card of a blocked country is refused where no other country is known, and held where the buyer has chosen one', async () => {
    const { database } = fixture.shop;
    const chosen = { cart: [cartLine(1)], isDelivered: false, country: 'Germany' };
    fixture.card = null;
    await database.query(`insert into blocked_country (code, reason, created_at, changed_by) values ('US', 'a test', now(), 'test')`);
    try {
      const [unknown, contradicted] = [await paidBy(null), await fixture.buy(chosen)];
      expect([await riskOf(unknown), await riskOf(contradicted)]).toMatchObject([[{ what: 'refuse' }], [{ what: 'hold' }]]);
      expect([await keysOf(unknown), await keysOf(contradicted)]).toEqual([[], ['reserved']]);
      await fixture.shop.get(RefundPayment).run(unknown);
      expect(await statusOf(unknown)).toBe('refunded');
    } finally {
      await database.query('delete from blocked_country');
    }
    // The name of a country that the buyer chose is compared by its code.
    const [decision] = await riskOf(await fixture.buy({ ...chosen, country: 'United States' }));
    expect((decision?.data.reasons as { code: string }[]).map(({ code }) => code)).not.toContain('card-country-differs');
  });

  test('an order that may be fraud keeps its keys reserved, its buyer and the staff are told, and it is released', async () => {
    const id = await paidBy(WRONG_CODE, 2);
    expect(await keysOf(id)).toEqual(['reserved', 'reserved']);
    const { order, keys } = await fixture.story(id);
    expect([order.holdReason, keys]).toEqual(['risk', []]);
    await send(`${id}-waiting-1`);
    expect(fixture.mailer.sent).toMatchObject([{ subject: expect.stringContaining('We have your payment') }]);
    const [, token = ''] = /order\/guest\/([\w-]+)/.exec(fixture.mailer.sent[0]?.text ?? '') ?? [];
    const page = await fixture.shop.app.inject({ method: 'GET', url: `/order/guest/${token}` });
    expect(page.json()).toMatchObject({ order: { status: 'On hold' }, keys: [] });
    const { rows } = await fixture.shop.database.query('select detail from alert where kind = $1 and id = $2', ['order-held', id]);
    expect(rows).toEqual([{ detail: expect.stringContaining('may be fraud: The security code of the card is wrong.') }]);
    await advance(71 * HOUR_MS);
    await fixture.shop.get(RefundHeld).run();
    expect(await statusOf(id)).toBe('on_hold');
    await fixture.post(id, 'release', { reason: 'The buyer answered the phone' });
    await send(`${id}-keys-1`);
    expect(await statusOf(id)).toBe('completed');
    await advance(2 * HOUR_MS);
    await fixture.shop.get(RefundHeld).run();
    expect(await fixture.atProvider(id)).toEqual([]);
  });

  test('one that nobody has decided about in time is refunded once, and the mail does not say why', async () => {
    const id = await paidBy(WRONG_CODE);
    await advance(73 * HOUR_MS);
    await fixture.shop.get(RefundHeld).run();
    await fixture.shop.get(RefundHeld).run();
    expect(await keysOf(id)).toEqual([]);
    expect(await fixture.post(id, 'release', { reason: 'Too late' })).toMatchObject({ statusCode: 409 });
    await Promise.allSettled([1, 2].map(() => fixture.shop.get(SendRefund).run(id)));
    expect(await statusOf(id)).toBe('refunded');
    expect(await fixture.atProvider(id)).toMatchObject([{ amount: 1000 }]);
    await send(`${id}-refund-1`);
    const [mail] = fixture.mailer.sent;
    expect(mail?.text).toContain('we could not complete order');
    expect(mail?.text).not.toMatch(/fraud|risk|security code|key was sold/i);
  });

  test('a refused order is refunded, also where its job was lost, and its keys are free', async () => {
    const id = await paidBy(HIGHEST);
    expect(await keysOf(id)).toEqual([]);
    await advance(HOUR_MS);
    await fixture.shop.get(RequeueOverdueJobs).run();
    const { rows } = await fixture.shop.database.query(`select count(*)::int as jobs from outbox where data ->> 'orderId' = $1`, [id]);
    expect(rows).toEqual([{ jobs: 2 }]);
    await fixture.shop.get(RefundPayment).run(id);
    await fixture.shop.get(RefundPayment).run(id);
    expect(await statusOf(id)).toBe('refunded');
    expect(await fixture.atProvider(id)).toHaveLength(1);
    await send(`${id}-refund-1`);
    expect(fixture.mailer.sent[0]?.text).toContain('we could not complete order');
  });

  test('an order that is delivered by a link has no key in its mail, and its keys go back into stock as long as nobody has looked', async () => {
    const [unseen, seen] = [await paidBy(ELEVATED), await paidBy(ELEVATED)];
    for (const id of [unseen, seen]) await send(`${id}-keys-1`);
    const mails = fixture.mailer.sent.map(({ text, html }) => text + html);
    const { rows } = await fixture.shop.database.query<{ key: string }>(`select 'KEY-1-' || n as key from generate_series(1, 60) as n`);
    for (const { key } of rows) for (const mail of mails) expect(mail).not.toMatch(new RegExp(`${key}\\b`));
    const [, token = ''] = /order\/guest\/([\w-]+)/.exec(mails[1] ?? '') ?? [];
    const page = await fixture.shop.app.inject({ method: 'GET', url: `/order/guest/${token}` });
    expect(page.json()).toMatchObject({ order: { status: 'Completed' }, keys: [{ key: expect.stringContaining('KEY-1-') }] });
    for (const id of [unseen, seen]) await fixture.post(id, 'refund', { everything: true, reason: 'a test' });
    const burnt = async (id: string) => (await fixture.story(id)).keys.map(({ state }) => state);
    expect([await burnt(unseen), await burnt(seen)]).toEqual([[], ['burnt']]);
  });
}
