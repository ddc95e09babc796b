import { kinguinStatuses, stockOf } from './kinguin-bodies.ts';
import type { WebhookContent, WebhookDialect } from './webhook-dialect.ts';

const SECRET = 'kinguin-stand-in-secret';

export const kinguinWebhooks: WebhookDialect = {
  product: (product, at) => content('product.update', stockOf(product), at),
  left: (id, at) => content('product.update', stockOf({ id, name: '', offers: [] }), at),
  order: ({ id, reference, status }, at) =>
    content('order.status', { orderId: id, orderExternalId: reference, status: kinguinStatuses[status] }, at),
};

function content(event: string, body: object, at: Date): WebhookContent {
  return { headers: { 'X-Event-Name': event, 'X-Event-Secret': SECRET }, body: { ...body, updatedAt: at.toISOString() } };
}
