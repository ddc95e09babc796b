import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type Stripe from 'stripe';
import { SendMail } from '../../../platform/mail/sending/send-mail.ts';
import { brokenInvariants } from '../../../testing/invariants/invariants.ts';
import { callOps, opsKey } from '../../../testing/ops/staff.ts';
import { cartLine } from '../../../testing/products.ts';
import { GuestLinks } from '../../orders/application/guest-links.ts';
import type { OrderKeysAnswer } from '../../orders/adapters/http/orders.dto.ts';
import { Orders } from '../../orders/index.ts';
import { SendRefund } from '../application/refunds/send-refund.ts';
import { SettleDispute } from '../application/disputes/settle-dispute.ts';
import { type RefundTestShop, refundTestShop } from '../testing/refund-test-shop.ts';

const reason = 'a test';

export function refundParts(): void {
  let fixture: RefundTestShop;
  let support: string;

  beforeAll(async () => {
    fixture = await refundTestShop();
    support = (await opsKey(fixture.shop, 'support')).text;
  }, 30_000);
  afterAll(async () => {
    expect(await brokenInvariants(fixture.shop.database, fixture.shop.clock.now())).toEqual([]);
    await fixture.close();
  });

  const refund = (id: string, body: object) => fixture.post(id, 'refund', { reason, ...body });
  const keyStates = async (id: string) => (await fixture.story(id)).keys.map(({ state }) => state);

  /** The text of the mail about one refund. */
  async function mailOf(id: string, refundId: unknown): Promise<string> {
    await fixture.shop.get(SendMail).run(`${id}-staff-refund-${String(refundId)}`);
    return fixture.mailer.sent.at(-1)?.text ?? '';
  }

  /** The order's line of the export, and the order as its buyer sees it. */
  async function shown(id: string): Promise<{ csv: string; buyer: OrderKeysAnswer }> {
    const csv = (await callOps(fixture.shop, support, 'GET', '/ops/orders/export.csv')).body
      .split('\r\n')
      .find((line) => line.includes(id));
    const order = await fixture.shop.get(Orders).ofId(id);
    const token = order ? fixture.shop.get(GuestLinks).tokenOf(order) : '';
    const answer = await fixture.shop.app.inject({ method: 'GET', url: `/order/guest/${token}` });
    return { csv: csv ?? '', buyer: answer.json<OrderKeysAnswer>() };
  }

  test('one piece of a line is refunded at its price with its key only, shows everywhere, and the rest adds up exactly', async () => {
    const id = await fixture.buy({ cart: [cartLine(1, 3), cartLine(2)] });
    const answer = await refund(id, { pieces: [{ line: 1, slots: [2] }] });
    expect(answer).toMatchObject({ state: 'done', amount: 10, keys: 'burnt' });
    expect(await keyStates(id)).toEqual(['sold', 'burnt', 'sold', 'sold']);
    expect(await fixture.story(id)).toMatchObject({
      order: { status: 'partially_refunded', refunded: 10 },
      refunds: [{ kind: 'pieces', lines: [{ line: 1, slots: [2] }], reason }],
    });
    const mail = await mailOf(id, answer.id);
    expect(mail).toMatch(
      /no longer valid:\s+1 × Game 1 \(key 2 of 3\)\s+These keys still work:\s+2 × Game 1 \(keys 1, 3 of 3\)\s+1 × Game 2/,
    );
    const { csv, buyer } = await shown(id);
    expect(csv).toContain('1 × Game 1 (key 2 of 3): 10.00');
    expect(buyer.order).toMatchObject({ status: 'Partially refunded', refunded: 10, products: [{ refundedQte: 1 }, {}] });
    expect(buyer.keys).toHaveLength(3);
    expect(await refund(id, { pieces: [{ line: 1, slots: [2] }] })).toMatchObject({ statusCode: 409 });
    expect(await refund(id, { everything: true })).toMatchObject({ state: 'done', amount: 27 });
    expect((await fixture.atProvider(id)).map(({ amount }) => amount)).toEqual([2700, 1000]);
    expect((await fixture.story(id)).order).toMatchObject({ status: 'refunded', refunded: 37 });
  });

  test('goodwill is refunded without keys, shows as such, and refunds never exceed the payment', async () => {
    const id = await fixture.buy({ quantity: 2 });
    const answer = await refund(id, { goodwill: 2.5 });
    expect(answer).toMatchObject({ state: 'done', amount: 2.5, keys: 'none' });
    expect(await keyStates(id)).toEqual(['sold', 'sold']);
    expect((await fixture.story(id)).refunds).toMatchObject([{ kind: 'goodwill', lines: [], amount: 2.5, reason }]);
    const mail = await mailOf(id, answer.id);
    expect(mail).toContain('you keep all your keys');
    expect(mail).toContain('2 × Game 1');
    const { csv, buyer } = await shown(id);
    expect(csv).toContain('goodwill, keys kept: 2.50');
    expect([buyer.order.refunded, buyer.order.products[0]?.refundedQte, buyer.keys.length]).toEqual([2.5, undefined, 2]);
    for (const goodwill of [17.5, 100])
      expect(await refund(id, { goodwill })).toMatchObject({ statusCode: 409, message: expect.stringContaining('€17.50') });
    expect(await fixture.mismatches()).not.toContainEqual(
      expect.objectContaining({ kind: 'refund-elsewhere', orderNumber: (await fixture.story(id)).order.number }),
    );
    expect(await refund(id, { pieces: [{ line: 1, count: 1 }] })).toMatchObject({ amount: 10 });
    expect(await refund(id, { everything: true })).toMatchObject({ amount: 7.5 });
    expect((await fixture.story(id)).order).toMatchObject({ status: 'refunded', refunded: 20 });
  });

  test.each([
    ['goodwill', { goodwill: 3 }, ['sold', 'sold', 'sold']],
    ['one piece', { pieces: [{ line: 1, count: 1 }] }, ['sold', 'sold', 'burnt']],
  ])('a refund of %s that the provider refuses at first is made once, no matter who repeats it', async (_what, body, states) => {
    const id = await fixture.buy({ quantity: 3 });
    await fixture.refuse(true);
    const first = await refund(id, body);
    expect([first.state, (await refund(id, body)).id]).toEqual(['asked', first.id]);
    expect(await refund(id, { everything: true })).toMatchObject({ statusCode: 409, message: expect.stringContaining('under way') });
    await fixture.refuse(false);
    await fixture.shop.get(SendRefund).run(String(first.id));
    await fixture.shop.get(SendRefund).run(String(first.id));
    expect([await keyStates(id), (await fixture.atProvider(id)).length]).toEqual([states, 1]);
  });

  test('an unseen key of a refunded piece goes back into stock, and after abandoning only that piece gets a key again', async () => {
    const id = await fixture.buy({ quantity: 3, isDelivered: false });
    await refund(id, { pieces: [{ line: 1, slots: [1] }] });
    await fixture.refuse(true);
    const { id: second, keys } = await refund(id, { pieces: [{ line: 1, slots: [2] }] });
    expect([keys, (await fixture.story(id)).keys.map(({ slot }) => slot)]).toEqual(['back in stock', [3]]);
    await fixture.refuse(false);
    await fixture.giveUp(id, String(second));
    expect((await fixture.story(id)).keys.map(({ slot }) => slot)).toEqual([2, 3]);
  });

  test('a count of pieces takes unseen keys first; a repeat means the same ones, and only a seen key is burnt', async () => {
    const id = await fixture.buy({ quantity: 3, isDelivered: false });
    const { rows } = await fixture.shop.database.query<{ key: string }>(
      'select key_id as key from allocation where order_id = $1 and slot = 2',
      [id],
    );
    await callOps(fixture.shop, support, 'POST', `/ops/keys/${rows[0]?.key}/look`, { reason });
    await fixture.refuse(true);
    const first = await refund(id, { pieces: [{ line: 1, count: 1 }] });
    expect([first.keys, (await refund(id, { pieces: [{ line: 1, count: 1 }] })).id]).toEqual(['back in stock', first.id]);
    await fixture.refuse(false);
    await fixture.shop.get(SendRefund).run(String(first.id));
    expect((await fixture.story(id)).refunds).toMatchObject([{ lines: [{ line: 1, slots: [2] }], state: 'done' }]);
    expect(await refund(id, { pieces: [{ line: 1, count: 2 }] })).toMatchObject({ keys: 'burnt', amount: 20 });
    expect((await fixture.story(id)).keys.map(({ slot, state }) => [slot, state])).toEqual([[3, 'burnt']]);
  });

  test('a refund that was written before single pieces were is one of whole lines', async () => {
    const id = await fixture.buy({ cart: [cartLine(1, 2), cartLine(2)] });
    const { id: old } = await refund(id, { lines: [1] });
    await fixture.shop.database.query('update order_refund set pieces = null where id = $1', [old]);
    expect((await fixture.story(id)).refunds).toMatchObject([{ id: old, lines: [{ line: 1, slots: [1, 2] }] }]);
    expect((await shown(id)).buyer.order.products).toMatchObject([{ refundedQte: 2 }, {}]);
    expect(await refund(id, { lines: [1] })).toMatchObject({ statusCode: 409 });
    expect(await refund(id, { everything: true })).toMatchObject({ amount: 7 });
  });

  test('abandoned goodwill resends no keys', async () => {
    const id = await fixture.buy();
    await fixture.refuse(true);
    const { id: open } = await refund(id, { goodwill: 1 });
    await fixture.refuse(false);
    expect(await fixture.giveUp(id, String(open))).toMatchObject({ status: 'completed' });
    const { rows } = await fixture.shop.database.query("select from letter where about = $1 and kind = 'keys'", [id]);
    expect(rows).toHaveLength(1);
  });

  test.each([
    [{}, 'everything'],
    [{ lines: null }, 'lines'],
    [{ lines: [1], goodwill: 1 }, 'goodwill'],
    [{ pieces: [{ line: 1, slots: [2] }] }, 'pieces'],
  ])('a refund of %j is refused by the name of %s and changes nothing', async (body, field) => {
    const id = await fixture.buy();
    expect(await refund(id, body)).toMatchObject({ statusCode: 400, details: [{ field }] });
    expect((await fixture.story(id)).refunds).toEqual([]);
  });

  test('a lost dispute is a charge-back in the order, the export and for the buyer, and no mail speaks of a refund', async () => {
    const id = await fixture.buy();
    const { intentId } = await fixture.payment(id);
    const dispute = (await fixture.standIn.control('disputes', { payment_intent: intentId })) as Stripe.Dispute;
    await fixture.standIn.stripe.disputes.close(dispute.id);
    expect(await fixture.shop.get(SettleDispute).run(intentId, 'stripe')).toBe('charged_back');
    expect((await fixture.story(id)).order).toMatchObject({ status: 'charged_back', refunded: 0, chargedBack: 10 });
    const { csv, buyer } = await shown(id);
    expect(csv).toContain(',charged_back,');
    expect(buyer).toMatchObject({ order: { status: 'Refunded', chargedBack: 10 }, keys: [] });
    expect(buyer.order).not.toHaveProperty('refunded');
    const { rows } = await fixture.shop.database.query("select from letter where about = $1 and kind like '%refund%'", [id]);
    expect(rows).toEqual([]);
    expect(await refund(id, { everything: true })).toMatchObject({
      statusCode: 409,
      message: expect.stringContaining('the bank took the money'),
    });
  });
}
