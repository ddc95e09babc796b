import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { callOps, opsKey } from '../../../testing/ops/staff.ts';
import { addProducts } from '../../../testing/products.ts';
import { buy } from '../../../testing/sales.ts';
import { salesShop } from '../../../testing/sales-shop.ts';
import type { TestShop } from '../../../testing/test-shop.ts';
import { Settle } from '../../payments/application/settle.ts';
import { InMemoryPaymentProvider } from '../../payments/testing/in-memory-payments.ts';
import { HandleDisputeEvent } from '../../payments/application/disputes/handle-dispute-event.ts';

const reason = 'a test';
const underWay = { statusCode: 409, message: 'Another refund of this order is under way. Wait until it is done.' };

export function refundUnderWay(): void {
  const provider = new InMemoryPaymentProvider();
  let shop: TestShop;
  let support: string;

  beforeAll(async () => {
    shop = await salesShop({ provider });
    await addProducts(shop, [{ kinguinId: 1, keys: 10 }]);
    support = (await opsKey(shop, 'support')).text;
  });
  afterAll(() => shop.close());
  beforeEach(() => {
    provider.isDown = false;
  });

  const post = async (id: string, call: string, body: object = {}) =>
    (await callOps(shop, support, 'POST', `/ops/orders/${id}/${call}`, { ...body, reason })).json<object>();
  const refund = (id: string) => post(id, 'refund', { everything: true });
  const sold = async (id: string) =>
    (await shop.database.query("select from stock_key where order_id = $1 and state = 'sold'", [id])).rows.length;

  /** The provider does not answer: the refund is requested, and made later. */
  async function askRefund(id: string): Promise<void> {
    provider.isDown = true;
    expect(await refund(id)).toMatchObject({ state: 'asked' });
    provider.isDown = false;
  }

  test('an order on hold with a pending refund is not released, and cancelling it continues that refund', async () => {
    const id = await buy(shop, provider, { isPaid: false });
    provider.become(`session-${id}`, { outcome: 'paid', amountMinor: 1 });
    await shop.get(Settle).run(`session-${id}`, 'stripe', 'stripe');
    await askRefund(id);
    expect(await post(id, 'release')).toMatchObject(underWay);
    expect(await post(id, 'cancel')).toMatchObject({ status: 'refunded' });
    expect(await refund(id)).toMatchObject({ statusCode: 409 });
    expect(await sold(id)).toBe(0);
  });

  test('a won dispute delivers nothing, and no mail is resent, while a refund is pending', async () => {
    const id = await buy(shop, provider, { isDelivered: false });
    await askRefund(id);
    expect(await post(id, 'send-again')).toMatchObject(underWay);
    await shop.get(HandleDisputeEvent).run(`intent-session-${id}`, 'stripe', { kind: 'dispute', reason: 'fraudulent' });
    await shop.get(HandleDisputeEvent).run(`intent-session-${id}`, 'stripe', { kind: 'dispute-won', reason: 'fraudulent' });
    const { rows } = await shop.database.query(
      "select from letter where about = $1 and kind = 'keys' and state not in ('dropped', 'withdrawn')",
      [id],
    );
    expect([await sold(id), rows.length]).toEqual([0, 0]);
  });
}
