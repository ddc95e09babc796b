import type Stripe from 'stripe';
import type { BankCheck, CardChecks } from '../../../risk/index.ts';

/** Of a payment intent with its latest charge and its review. Null for a payment that is not by card. Source: docs.stripe.com/api/charges/object */
export function cardChecks({ latest_charge: charge, review }: Stripe.PaymentIntent): CardChecks | null {
  if (typeof charge !== 'object' || charge === null) return null;
  const card = charge.payment_method_details?.card;
  if (!card) return null;
  return {
    riskLevel: known(charge.outcome?.risk_level, ['normal', 'elevated', 'highest'] as const),
    review: reviewOf(review),
    cvc: bankCheck(card.checks?.cvc_check),
    postalCode: bankCheck(card.checks?.address_postal_code_check),
    threeDSecure: threeDSecure(card.three_d_secure),
    funding: known(card.funding, ['credit', 'debit', 'prepaid'] as const),
    country: card.country,
    fingerprint: card.fingerprint ?? null,
    chargedAt: new Date(charge.created * 1000),
  };
}

/** A review that is named and not sent along is taken for an open one: nothing is delivered by mistake. */
function reviewOf(review: Stripe.PaymentIntent['review']): CardChecks['review'] {
  if (review === null) return 'none';
  if (typeof review === 'string' || review.open) return 'open';
  switch (review.closed_reason) {
    case 'approved':
    case 'acknowledged':
      return 'approved';
    case 'refunded':
    case 'refunded_as_fraud':
    case 'disputed':
      return 'refused';
    default:
      // Ended without a verdict: the payment is judged by the rest.
      return 'none';
  }
}

function threeDSecure(result: Stripe.Charge.PaymentMethodDetails.Card.ThreeDSecure | null): CardChecks['threeDSecure'] {
  switch (result?.result) {
    case 'authenticated':
      return 'authenticated';
    case 'attempt_acknowledged':
    case 'exempted':
    case 'processing_error':
    case 'not_supported':
      return 'attempted';
    case 'failed':
      return 'failed';
    default:
      return null;
  }
}

function bankCheck(check: string | null | undefined): BankCheck {
  return known(check, ['pass', 'fail', 'unavailable', 'unchecked'] as const);
}

function known<Word extends string>(word: string | null | undefined, words: readonly Word[]): Word | null {
  return words.find((one) => one === word) ?? null;
}
