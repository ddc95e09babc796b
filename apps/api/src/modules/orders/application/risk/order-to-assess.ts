import { countryCode } from '@keyturn/shop-rules';
import type { CardChecks, CheckoutToAssess, OrderToAssess } from '../../../risk/index.ts';
import type { Order, OrderDraft } from '../../domain/order.ts';

/** What is known of the risk of an order before it is placed. `totalMinor`: in minor units of its currency. */
export function checkoutToAssess(draft: OrderDraft, totalMinor: number, at: Date): CheckoutToAssess {
  const { email, userId, clientAddress, browserId, currency, customer, fromCountry = null } = draft;
  return {
    email,
    accountId: userId,
    address: clientAddress,
    browserId,
    currency,
    totalMinor,
    lines: draft.lines.map(({ productId, category = null, unitMinor, quantity }) => ({
      productId,
      category,
      totalMinor: unitMinor * quantity,
    })),
    countries: { chosen: countryCode(customer.country ?? ''), header: fromCountry },
    at,
  };
}

/** `at`: when the shop learned of the payment. */
export function toAssess(order: Order, { card = null }: { readonly card?: CardChecks | null }, at: Date): OrderToAssess {
  const { at: paidAt, ...checkout } = checkoutToAssess(order, order.totalMinor, at);
  return { ...checkout, orderId: order.id, card, paidAt };
}
