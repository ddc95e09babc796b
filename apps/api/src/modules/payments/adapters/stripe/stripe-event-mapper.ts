import { parseCurrency } from '@keyturn/shop-rules';
import type Stripe from 'stripe';
import type { Claim, EndedDispute } from '../../domain/dispute.ts';
import type { DisputeState, PaymentSignal, ProviderEvent } from '../../application/ports.ts';
import { isUnproven } from './refused-attempts.ts';

/** One refund causes several of them: since 2024-10-28 `refund.…`, and also `charge.refunded`. */
const REFUND_EVENTS: ReadonlySet<string> = new Set(['charge.refunded', 'refund.created', 'refund.updated', 'refund.failed']);

/** Of a webhook, or of an answer. */
export function readStripeEvent(event: Stripe.Event): ProviderEvent {
  return { id: event.id, type: event.type, ...mapStripeEvent(event), payload: event };
}

/** Maps one of Stripe's events to the shop's. Source: docs.stripe.com/api/events/types */
export function mapStripeEvent(event: Stripe.Event): Pick<ProviderEvent, 'sessionId' | 'intentId' | 'signal' | 'isAboutRefunds'> {
  const { object } = event.data;
  if (object.object === 'checkout.session') return { sessionId: object.id, intentId: null, signal: null, isAboutRefunds: false };
  if (object.object === 'payment_intent') return { sessionId: null, intentId: object.id, signal: signalOf(event), isAboutRefunds: false };
  const payment = 'payment_intent' in object ? object.payment_intent : null;
  const intentId = typeof payment === 'string' ? payment : payment instanceof Object && 'id' in payment ? String(payment.id) : null;
  return { sessionId: null, intentId, signal: signalOf(event), isAboutRefunds: REFUND_EVENTS.has(event.type) };
}

function signalOf(event: Stripe.Event): PaymentSignal | null {
  switch (event.type) {
    case 'charge.dispute.created':
      return { kind: 'dispute', reason: event.data.object.reason };
    case 'charge.dispute.closed':
      return { kind: outcomeOf(event.data.object) === 'lost' ? 'dispute-lost' : 'dispute-won', reason: event.data.object.reason };
    case 'radar.early_fraud_warning.created':
    case 'radar.early_fraud_warning.updated':
      return { kind: 'fraud-warning', reason: event.data.object.fraud_type };
    case 'refund.failed':
      return { kind: 'refund-failed', reason: event.data.object.failure_reason ?? 'unknown' };
    case 'review.opened':
    case 'review.closed':
      return { kind: 'review', reason: event.data.object.reason };
    case 'charge.failed':
      return { kind: 'payment-failed', reason: event.data.object.failure_code ?? 'unknown' };
    case 'payment_intent.payment_failed':
      // Of any other failure there is a charge, with an event of its own.
      return isUnproven(event.data.object)
        ? { kind: 'payment-failed', reason: event.data.object.last_payment_error?.code ?? 'unknown' }
        : null;
    default:
      return null;
  }
}

/** Several disputes as one: null for none, open while one is, lost where one was lost. */
export function disputeState(disputes: readonly Stripe.Dispute[]): DisputeState | null {
  const outcomes = (['open', 'lost', 'won'] as const).map((outcome) => ({
    outcome,
    dispute: disputes.find((dispute) => outcomeOf(dispute) === outcome),
  }));
  const { outcome, dispute } = outcomes.find((one) => one.dispute) ?? {};
  const lost = disputes
    .filter((one) => outcomeOf(one) === 'lost')
    .map(({ id, amount, currency }) => ({ id, amountMinor: amount, currency: parseCurrency(currency) }));
  if (!outcome || !dispute) return null;
  return { outcome, reason: dispute.reason, lost, ended: endedOf(disputes), ...(outcome === 'open' && { claim: claimOf(dispute) }) };
}

function endedOf(disputes: readonly Stripe.Dispute[]): EndedDispute[] {
  return disputes.flatMap((dispute) => {
    const { id, reason, amount, currency } = dispute;
    const outcome = outcomeOf(dispute);
    return outcome === 'open' ? [] : [{ id, reason, outcome, amountMinor: amount, currency: currency.toUpperCase() }];
  });
}

function claimOf({ id, amount, currency, evidence_details: evidence }: Stripe.Dispute): Claim {
  return {
    id,
    amountMinor: amount,
    currency: currency.toUpperCase(),
    dueAt: evidence.due_by === null ? null : new Date(evidence.due_by * 1000),
  };
}

/** Source: docs.stripe.com/api/disputes/object. An unknown status leaves the order frozen, for staff. */
function outcomeOf({ status, payment_method_details: details }: Stripe.Dispute): DisputeState['outcome'] {
  switch (status) {
    case 'won':
    // An inquiry that was closed.
    case 'warning_closed':
      return 'won';
    case 'lost':
      return 'lost';
    case 'prevented':
      // Prevented disputes: blocked by evidence, or refunded.
      return details?.card?.case_type === 'block' ? 'won' : 'lost';
    default:
      return 'open';
  }
}
