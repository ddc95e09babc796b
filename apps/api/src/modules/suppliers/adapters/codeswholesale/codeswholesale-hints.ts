import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { CodesWholesaleSettings } from '../../../../platform/config/supplier-settings.ts';
import { isSecret } from '../../../../platform/encryption/is-secret.ts';
import type { Hint, SupplierMessage } from '../../application/messages.ts';
import { feedId } from '../http/feed-fields.ts';

const MOST_PRODUCTS = 100;
const postback = z.object({
  type: z.enum(['STOCK', 'PREORDER', 'NEW_PRODUCT', 'PRODUCT_UPDATED', 'PRODUCT_HIDDEN']),
  authHash: z.string().optional(),
  productId: feedId.optional(),
  orderId: feedId.optional(),
  products: z
    .array(z.object({ productId: feedId }))
    .max(MOST_PRODUCTS)
    .default([]),
});

/**
 * Postbacks of CodesWholesale. `authHash` is the SHA-256 of client and signature: it names the caller and does not cover what is said. Which
 * of the fields a type has is not documented, so each that is there is read.
 */
export function codesWholesaleHints({ body }: SupplierMessage, { clientId, signature }: CodesWholesaleSettings): Hint[] {
  const { data } = postback.safeParse(body);
  if (!data) return [];
  if (signature !== null && !isSecret(data.authHash, authHash(clientId, signature))) return [];
  const products = [...data.products.map(({ productId }) => productId), ...(data.productId === undefined ? [] : [data.productId])];
  return [
    ...products.map((supplierProductId): Hint => ({ kind: 'product', supplierProductId, kinguinId: null })),
    ...(data.orderId === undefined ? [] : [{ kind: 'order', supplierOrderId: data.orderId } as const]),
  ];
}

function authHash(clientId: string, signature: string): string {
  return createHash('sha256').update(`${clientId}${signature}`).digest('hex');
}
