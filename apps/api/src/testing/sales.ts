import { Settle } from '../modules/checkout/application/settle.ts';
import type { InMemoryPaymentProvider } from '../modules/checkout/testing/in-memory-payments.ts';
import { SendLetter } from '../platform/mail/send-letter.ts';
import { buyer, cartLine } from './products.ts';
import type { TestShop } from './test-shop.ts';

/** One checkout, paid and allocated; with `isDelivered` its mail has left, too. Answers the order's id. */
export async function buy(
  shop: TestShop,
  provider: InMemoryPaymentProvider,
  {
    kinguinId = 1,
    quantity = 1,
    email = buyer.email,
    token,
    isPaid = true,
    isDelivered = true,
  }: { kinguinId?: number; quantity?: number; email?: string; token?: string; isPaid?: boolean; isDelivered?: boolean } = {},
): Promise<string> {
  const answer = await shop.app.inject({
    method: 'POST',
    url: '/products/payment_checkout',
    headers: token === undefined ? {} : { authorization: token },
    payload: { cart: [cartLine(kinguinId, quantity)], data: { ...buyer, email }, currency: 'EUR' },
  });
  if (answer.statusCode !== 201) throw new Error(answer.body);
  const sessionId = answer.json<{ id: string }>().id;
  if (isPaid) {
    provider.become(sessionId, { outcome: 'paid' });
    await shop.get(Settle).run(sessionId, 'stripe');
  }
  const { rows } = await shop.database.query<{ id: string }>('select id from shop_order where session_id = $1', [sessionId]);
  const id = rows[0]?.id ?? '';
  if (isPaid && isDelivered) await shop.get(SendLetter).run(`${id}-keys-1`);
  return id;
}
