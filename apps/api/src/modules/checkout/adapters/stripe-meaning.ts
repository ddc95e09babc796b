import type Stripe from 'stripe';
import type { PaymentSignal, ProviderEvent } from '../application/ports.ts';

/** What one of Stripe's events is about, in the shop's words. Source: docs.stripe.com/api/events/types */
export function stripeMeaning(event: Stripe.Event): Pick<ProviderEvent, 'sessionId' | 'intentId' | 'signal'> {
  const { object } = event.data;
  if (object.object === 'checkout.session') return { sessionId: object.id, intentId: null, signal: null };
  if (object.object === 'payment_intent') return { sessionId: null, intentId: object.id, signal: null };
  const payment = 'payment_intent' in object ? object.payment_intent : null;
  const intentId = typeof payment === 'string' ? payment : payment instanceof Object && 'id' in payment ? String(payment.id) : null;
  return { sessionId: null, intentId, signal: signalOf(event) };
}

function signalOf(event: Stripe.Event): PaymentSignal | null {
  switch (event.type) {
    case 'charge.dispute.created':
      return { kind: 'dispute', reason: event.data.object.reason };
    case 'charge.dispute.closed':
      // An inquiry that came to nothing is closed as `warning_closed`.
      return { kind: event.data.object.status === 'lost' ? 'dispute-lost' : 'dispute-won', reason: event.data.object.reason };
    case 'radar.early_fraud_warning.created':
      return { kind: 'fraud-warning', reason: event.data.object.fraud_type };
    case 'refund.failed':
      return { kind: 'refund-failed', reason: event.data.object.failure_reason ?? 'unknown' };
    default:
      return null;
  }
}
