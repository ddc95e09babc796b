import { createHmac } from 'node:crypto';

/**
 * The value of `Stripe-Signature`: HMAC-SHA256 over `{timestamp}.{payload}`, keyed with the whole secret as text.
 * @param timestamp seconds since the epoch
 * @see https://docs.stripe.com/webhooks/signature
 */
export function signatureHeader(payload: string, secret: string, timestamp: number): string {
  const signature = createHmac('sha256', secret).update(`${timestamp}.${payload}`, 'utf8').digest('hex');
  return `t=${timestamp},v1=${signature}`;
}
