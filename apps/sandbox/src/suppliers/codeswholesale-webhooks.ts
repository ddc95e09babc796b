import { createHash } from 'node:crypto';
import { euros } from './amounts.ts';
import type { WebhookContent, WebhookDialect } from './webhook-dialect.ts';

/** Of the client's id and signature: it proves the caller alone. */
const AUTH_HASH = createHash('sha256').update('codeswholesale-stand-incodeswholesale-stand-in-signature').digest('hex');

export const codesWholesaleWebhooks: WebhookDialect = {
  product: ({ id, offers: [cheapest] }) => {
    const prices = [{ from: 1, to: null, value: euros(cheapest?.cents ?? 0) }];
    return content({ type: 'STOCK', products: [{ productId: id, quantity: cheapest?.quantity ?? 0, prices }] });
  },
  left: (id) => content({ type: 'PRODUCT_HIDDEN', productId: id }),
  order: ({ id }) => content({ type: 'PREORDER', orderId: id }),
};

function content(body: object): WebhookContent {
  return { headers: {}, body: { ...body, authHash: AUTH_HASH } };
}
