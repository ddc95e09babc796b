import type Stripe from 'stripe';

/** What the endpoint is subscribed to (docs/how-to/operators/connect-stripe.md). Stripe takes up to 20 types. */
export const SUBSCRIBED: readonly Stripe.Event.Type[] = [
  'checkout.session.completed',
  'checkout.session.expired',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.closed',
  'radar.early_fraud_warning.created',
  'radar.early_fraud_warning.updated',
  'review.opened',
  'review.closed',
  'charge.failed',
  'payment_intent.payment_failed',
];
