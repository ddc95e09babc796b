import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { RecordingMailer } from '../../../testing/fakes.ts';
import { addProducts } from '../../../testing/products.ts';
import { buy, refundWhole } from '../../../testing/sales.ts';
import { salesShop } from '../../../testing/sales-shop.ts';
import type { TestShop } from '../../../testing/test-shop.ts';
import { InMemoryPaymentProvider } from '../../payments/testing/in-memory-payments.ts';
import { AddKeys } from '../../stock/index.ts';
import { GuestLinks } from '../application/guest-links.ts';
import type { OrderKeysAnswer } from './http/orders.dto.ts';

const PIECES = 7;
const MEBIBYTE = 1_048_576;

/** Orders of pictures of almost a megabyte each: more than a mail or an answer has room for. */
export function largeKeys(): void {
  const provider = new InMemoryPaymentProvider();
  const mailer = new RecordingMailer();
  let shop: TestShop;
  let product: string;

  beforeAll(async () => {
    shop = await salesShop({ provider, mailer });
    [product = ''] = await addProducts(shop, [{ kinguinId: 1, name: 'Half Moon' }]);
    const pictures = Array.from({ length: 2 * PIECES }, (_, index) => `${index}/`.padEnd(1_000_000, 'A'));
    await shop.get(AddKeys).run(
      pictures.map((base64) => ({ productId: product, secret: { kind: 'image', mediaType: 'image/png', base64 } as const })),
      'test',
    );
  });
  afterAll(() => shop.close());

  const show = (orderId: string, after = '') =>
    shop.app.inject({ method: 'GET', url: `/order/guest/${shop.get(GuestLinks).tokenOf({ id: orderId, linkRound: 0 })}${after}` });

  test('each of its keys is shown, some in each answer, and the views are one', async () => {
    const order = await buy(shop, provider, { quantity: PIECES });
    const seen: (string | undefined)[] = [];
    for (let after: string | undefined = ''; after !== undefined;) {
      const answer = await show(order, after);
      expect(answer.rawPayload.length).toBeLessThan(4 * MEBIBYTE);
      const { keys, next } = answer.json<OrderKeysAnswer>();
      seen.push(...keys.map(({ image }) => image));
      after = next && `?after=${next}`;
    }
    expect([seen.length, new Set(seen).size]).toEqual([PIECES, PIECES]);
    expect((await shop.database.query('select viewer from key_reveal where order_id = $1', [order])).rows).toEqual([{ viewer: 'guest' }]);
    for (const after of ['?after=', '?after=0', '?after=0-1&after=0-2', '?after=9999-1'])
      expect((await show(order, after)).statusCode).toBe(400);
  });

  test('its mail has a link and no picture, so that keys which nobody opened go back into stock', async () => {
    const order = await buy(shop, provider, { quantity: PIECES });
    expect(mailer.sent.at(-1)?.attachments).toBeUndefined();
    expect(mailer.sent.at(-1)?.text).toContain(`/order/guest/`);
    const { rows } = await shop.database.query('select status, link_only from shop_order where id = $1', [order]);
    expect(rows).toEqual([{ status: 'completed', link_only: true }]);
    await refundWhole(shop, order);
    const { rows: back } = await shop.database.query(`select count(*)::int as free from stock_key where state = 'available'`);
    expect(back).toEqual([{ free: PIECES }]);
  });
}
