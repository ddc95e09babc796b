import type Stripe from 'stripe';
import { newId } from '../ids.ts';
import type { StripeState } from '../stripe-state.ts';
import { noSuch, StripeRefusal } from './error.ts';
import { refundCharge } from './refunds.ts';

/** Puts a payment into review: a person at the shop decides in Stripe's dashboard. */
export function openReview(state: StripeState, charge: Stripe.Charge): Stripe.Review {
  return state.database.transaction(() => {
    const intent = state.objects.find('payment_intent', String(charge.payment_intent));
    if (!intent || charge.review !== null) throw new StripeRefusal(`Charge ${charge.id} is in review already.`);
    const review: Stripe.Review = {
      id: newId('prv_'),
      object: 'review',
      billing_zip: null,
      charge: charge.id,
      closed_reason: null,
      created: state.clock.nowSeconds(),
      ip_address: null,
      ip_address_location: null,
      livemode: false,
      open: true,
      opened_reason: 'rule',
      payment_intent: intent.id,
      reason: 'rule',
      session: null,
    };
    state.objects.add(review);
    charge.review = review.id;
    intent.review = review.id;
    state.objects.save(charge);
    state.objects.save(intent);
    state.events.emit('review.opened', review);
    return review;
  });
}

/** Closes it: approved, or ended by a refund of what is left of the charge. @throws StripeRefusal */
export function closeReview(state: StripeState, id: string, reason: 'approved' | 'refunded' | 'refunded_as_fraud'): Stripe.Review {
  return state.database.transaction(() => {
    const review = reviewOf(state, id);
    if (!review.open) throw new StripeRefusal('This review is already closed.');
    if (reason !== 'approved') {
      refundCharge(state, {
        charge: String(review.charge),
        payment_intent: undefined,
        amount: undefined,
        reason: 'fraudulent',
        metadata: {},
      });
    }
    Object.assign(review, { open: false, reason, closed_reason: reason } satisfies Partial<Stripe.Review>);
    state.objects.save(review);
    state.events.emit('review.closed', review);
    return review;
  });
}

/** @throws StripeRefusal 404 */
export function reviewOf(state: StripeState, id: string): Stripe.Review {
  const review = state.objects.find('review', id);
  if (!review) throw noSuch('review', id, 'review');
  return review;
}
