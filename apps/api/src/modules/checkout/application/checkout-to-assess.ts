import { countryCode } from '@keyturn/shop-rules';
import type { OrderDraft } from '../../orders/index.ts';
import type { CheckoutToAssess } from '../../risk/index.ts';

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
