import type Stripe from 'stripe';
import type { StripeState } from '../stripe-state.ts';
import { type Card, type Decline, ORDINARY_TRAITS } from './objects/card.ts';
import { type Attempt, paymentMethodOf } from './objects/payment.ts';

/** The money is there. */
export function collect(state: StripeState, intent: Stripe.PaymentIntent, charge: Stripe.Charge, traits = ORDINARY_TRAITS): void {
  Object.assign(charge, {
    status: 'succeeded',
    paid: true,
    captured: true,
    amount_captured: charge.amount,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: 'approved_by_network',
      reason: traits.riskLevel === 'normal' ? null : `${traits.riskLevel}_risk_level`,
      risk_level: traits.riskLevel,
      seller_message: 'Payment complete.',
      type: traits.isReviewed ? 'manual_review' : 'authorized',
    },
  } satisfies Partial<Stripe.Charge>);
  Object.assign(intent, {
    status: 'succeeded',
    amount_received: charge.amount,
    latest_charge: charge.id,
    payment_method: charge.payment_method,
    last_payment_error: null,
  } satisfies Partial<Stripe.PaymentIntent>);
  state.objects.save(charge);
  state.objects.save(intent);
  state.events.emit('charge.succeeded', charge);
  state.events.emit('payment_intent.succeeded', intent);
}

/** Nothing was collected: the intent waits for another means. */
export function refuse(
  state: StripeState,
  intent: Stripe.PaymentIntent,
  charge: Stripe.Charge,
  { code, declineCode, message }: Decline,
): void {
  Object.assign(charge, { status: 'failed', failure_code: code, failure_message: message } satisfies Partial<Stripe.Charge>);
  Object.assign(intent, {
    status: 'requires_payment_method',
    latest_charge: charge.id,
    payment_method: null,
    last_payment_error: {
      type: 'card_error',
      code,
      charge: charge.id,
      message,
      ...(declineCode !== null && { decline_code: declineCode }),
    },
  } satisfies Partial<Stripe.PaymentIntent>);
  state.objects.save(charge);
  state.objects.save(intent);
  state.events.emit('charge.failed', charge);
  state.events.emit('payment_intent.payment_failed', intent);
}

/** The buyer proved nothing to the bank: it was not asked for money, and there is no charge. */
export function failAuthentication(state: StripeState, { intent, ...attempt }: Attempt, card: Card, { code, message }: Decline): void {
  Object.assign(intent, {
    status: 'requires_payment_method',
    payment_method: null,
    last_payment_error: { type: 'invalid_request_error', code, message, payment_method: paymentMethodOf(card, attempt) },
  } satisfies Partial<Stripe.PaymentIntent>);
  state.objects.save(intent);
  state.events.emit('payment_intent.payment_failed', intent);
}
