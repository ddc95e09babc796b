import { z } from 'zod';
import { isSecret } from '../../../../platform/encryption/is-secret.ts';
import type { Hint, SupplierMessage } from '../../application/messages.ts';
import { feedId } from '../http/feed-fields.ts';

const productUpdate = z.object({ kinguinId: z.int().min(1).max(2_147_483_647) });
const orderStatus = z.object({ orderId: feedId, orderExternalId: feedId.nullish().catch(null) });

/**
 * `product.update` and `order.status` of Kinguin: unsigned, in any order, without prices. `secret`: what its `X-Event-Secret` must be; null:
 * anything.
 */
export function kinguinHints({ headers, body }: SupplierMessage, secret: string | null): Hint[] {
  if (secret !== null && !isSecret(headers['x-event-secret'], secret)) return [];
  const event = headers['x-event-name'];
  if (event === 'product.update') {
    const { data } = productUpdate.safeParse(body);
    return data ? [{ kind: 'product', supplierProductId: String(data.kinguinId), kinguinId: data.kinguinId }] : [];
  }
  const { data } = orderStatus.safeParse(body);
  if (event !== 'order.status' || !data) return [];
  return [{ kind: 'order', supplierOrderId: data.orderId, ...(data.orderExternalId && { reference: data.orderExternalId }) }];
}
