import { SendRefund } from '../modules/payments/application/refunds/send-refund.ts';
import { Settle } from '../modules/payments/application/settle.ts';
import { PrepareRefund } from '../modules/payments/application/refunds/prepare-refund.ts';
import { SendMail } from '../platform/mail/sending/send-mail.ts';
import { buyer, cartLine } from './products.ts';
import type { TestShop } from './test-shop.ts';

/** Where the buyer pays: the fake provider, or whatever makes a session paid. */
export interface PaymentPage {
  become(sessionId: string, change: { outcome: 'paid' }): void | Promise<void>;
}

/** One checkout, paid and allocated; with `isDelivered` its mail has left, too. Answers the order's id. */
export async function buy(
  shop: TestShop,
  provider: PaymentPage,
  {
    kinguinId = 1,
    quantity = 1,
    cart = [cartLine(kinguinId, quantity)],
    email = buyer.email,
    token,
    country,
    isPaid = true,
    isDelivered = true,
  }: {
    kinguinId?: number;
    quantity?: number;
    cart?: object[];
    email?: string;
    token?: string;
    /** The chosen country; nobody knows it where it is left out. */
    country?: string;
    isPaid?: boolean;
    isDelivered?: boolean;
  } = {},
): Promise<string> {
  const answer = await shop.app.inject({
    method: 'POST',
    url: '/products/payment_checkout',
    headers: token === undefined ? {} : { authorization: token },
    payload: { cart, data: { ...buyer, email, ...(country !== undefined && { selectedCountry: country }) }, currency: 'EUR' },
  });
  if (answer.statusCode !== 201) throw new Error(answer.body);
  const sessionId = answer.json<{ id: string }>().id;
  if (isPaid) {
    await provider.become(sessionId, { outcome: 'paid' });
    await shop.get(Settle).run(sessionId, 'stripe', 'stripe');
  }
  const { rows } = await shop.database.query<{ id: string }>('select id from shop_order where session_id = $1', [sessionId]);
  const id = rows[0]?.id ?? '';
  if (isPaid && isDelivered) await shop.get(SendMail).run(`${id}-keys-1`);
  return id;
}

/** The whole payment goes back, by the staff. */
export async function refundWhole(shop: TestShop, orderId: string): Promise<void> {
  const by = { keyId: 'test', name: 'test', role: 'owner', requestId: null, address: null } as const;
  const { refund } = await shop.get(PrepareRefund).run(orderId, null, { by, reason: 'a test' });
  await shop.get(SendRefund).run(refund.id);
}
