import type Stripe from 'stripe';
import type { RefusedAttempt } from '../../application/ports.ts';

/** Code of an attempt whose buyer failed 3-D Secure: the bank is not asked for money. Source: docs.stripe.com/error-codes */
const UNPROVEN = 'payment_intent_authentication_failure';

export function isUnproven({ last_payment_error: error }: Stripe.PaymentIntent): boolean {
  return error?.code === UNPROVEN;
}

/** A refused attempt of which there is a charge; null for any other charge. */
export function ofCharge({ id, status, metadata, payment_method_details: details, created, amount }: Stripe.Charge): RefusedAttempt | null {
  if (status !== 'failed') return null;
  return {
    id,
    orderId: metadata.order_id ?? null,
    fingerprint: details?.card?.fingerprint ?? null,
    at: new Date(created * 1000),
    amountMinor: amount,
  };
}

/**
 * The last attempt at a payment, where its buyer failed 3-D Secure: there is no charge of it. Stripe keeps the last one only, and not beyond a
 * better one. Known by its payment method, which every attempt has anew.
 */
export function unproven(intent: Stripe.PaymentIntent): RefusedAttempt | null {
  const method = intent.last_payment_error?.payment_method;
  if (!isUnproven(intent) || !method) return null;
  return {
    id: method.id,
    orderId: intent.metadata.order_id ?? null,
    fingerprint: method.card?.fingerprint ?? null,
    at: new Date(method.created * 1000),
    amountMinor: intent.amount,
  };
}
