import { countryCode } from '@keyturn/shop-rules';
import type { CardChecks, OrderToAssess } from '../../../risk/index.ts';
import type { Order } from '../../domain/order.ts';

/** `at`: when the shop learned of the payment. */
export function toAssess(order: Order, { card = null }: { readonly card?: CardChecks | null }, at: Date): OrderToAssess {
  return {
    orderId: order.id,
    email: order.email,
    accountId: order.userId,
    address: order.clientAddress,
    browserId: order.browserId,
    currency: order.currency,
    totalMinor: order.totalMinor,
    lines: order.lines.map(({ productId, category = null, unitMinor, quantity }) => ({
      productId,
      category,
      totalMinor: unitMinor * quantity,
    })),
    countries: { chosen: countryCode(order.customer.country ?? ''), header: order.fromCountry },
    card,
    paidAt: at,
  };
}
