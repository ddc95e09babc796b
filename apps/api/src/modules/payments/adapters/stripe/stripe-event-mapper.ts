import { parseCurrency } from '@keyturn/shop-rules';
import type Stripe from 'stripe';
import type { Claim, EndedDispute } from '../../application/disputes/handle-dispute-event.ts';
import type { DisputeState, PaymentSignal, ProviderEvent } from '../../application/ports.ts';

/** One refund is told of by several of them: since 2024-10-28 by `refund.…`, and its charge says so, too. */
const REFUND_EVENTS: ReadonlySet<string> = new Set(['charge.refunded', 'refund.created', 'refund.updated', 'refund.failed']);

/** What one of Stripe's events is about, in the shop's words. Source: docs.stripe.com/api/events/types */
export function mapStripeEvent(event: Stripe.Event): Pick<ProviderEvent, 'sessionId' | 'intentId' | 'signal' | 'isAboutRefunds'> {
  const { object } = event.data;
  if (object.object === 'checkout.session') return { sessionId: object.id, intentId: null, signal: null, isAboutRefunds: false };
  if (object.object === 'payment_intent') return { sessionId: null, intentId: object.id, signal: null, isAboutRefunds: false };
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
      return { kind: 'fraud-warning', reason: event.data.object.fraud_type };
    case 'refund.failed':
      return { kind: 'refund-failed', reason: event.data.object.failure_reason ?? 'unknown' };
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

/** Source: docs.stripe.com/api/disputes/object. A status that is not known here leaves the order frozen, for people to see. */
function outcomeOf({ status, payment_method_details: details }: Stripe.Dispute): DisputeState['outcome'] {
  switch (status) {
    case 'won':
    // An inquiry that came to nothing.
    case 'warning_closed':
      return 'won';
    case 'lost':
      return 'lost';
    case 'prevented':
      // Kept from becoming a dispute: blocked by what the bank was told, or else settled by paying the buyer back.
      return details?.card?.case_type === 'block' ? 'won' : 'lost';
    default:
      return 'open';
  }
}
