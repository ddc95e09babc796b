import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Config } from '../../../platform/config/config.ts';
import { derivedSecret } from '../../../platform/config/derived-secret.ts';
import type { Order } from '../../orders/index.ts';

type Signing = Pick<Config, 'apiOrigin' | 'jwtSecret'>;

/** Where the payment page sends a buyer who cancels. It is signed: a page of somebody else cannot end a buyer's checkout by a link. */
export function cancelAddress(orderId: Order['id'], config: Signing): string {
  const query = new URLSearchParams({ order: orderId, signature: signature(orderId, config) });
  return `${config.apiOrigin}/products/payment_checkout/cancel?${query.toString()}`;
}

/** Whether `signed` is the signature of this order's address. */
export function isCancelSignature(orderId: Order['id'], signed: string, config: Signing): boolean {
  const [given, right] = [Buffer.from(signed), Buffer.from(signature(orderId, config))];
  return given.length === right.length && timingSafeEqual(given, right);
}

function signature(orderId: string, config: Signing): string {
  return createHmac('sha256', derivedSecret(config, 'cancel checkout')).update(orderId).digest('base64url');
}
