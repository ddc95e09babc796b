import type Stripe from 'stripe';
import type { StripeState } from '../stripe-state.ts';
import { noSuch, StripeRefusal } from './error.ts';
import { type Card, cardResult, type Decline, describeCard, GENERIC_DECLINE, isUnproven } from './objects/card.ts';
import { newCharge, newPaymentIntent, type Attempt } from './objects/payment.ts';
import { customerDetails, type Session, type SessionDetails } from './objects/session.ts';
import { disputeCharge, warnOfFraud } from './disputes/disputes.ts';
import { collect, failAuthentication, refuse } from './outcomes.ts';
import { openReview } from './reviews.ts';

export interface CardEntry {
  readonly number: string;
  readonly expMonth: number;
  readonly expYear: number;
}
export const workingCard: CardEntry = { number: '4242424242424242', expMonth: 12, expYear: 2034 };

/** @throws StripeRefusal 404 */
export function sessionOf(state: StripeState, id: string, param = 'session'): Session {
  const session = state.objects.find('checkout.session', id);
  if (!session) throw noSuch('checkout.session', id, param);
  return session;
}

export function detailsOf(state: StripeState, session: Session): SessionDetails {
  const details = state.objects.hidden<SessionDetails>(session.id);
  if (!details) throw noSuch('checkout.session', session.id, 'session');
  return details;
}

export function expireSession(state: StripeState, id: string): Session {
  return state.database.transaction(() => {
    const session = sessionOf(state, id);
    if (session.status !== 'open') {
      throw new StripeRefusal(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
      );
    }
    Object.assign(session, { status: 'expired', url: null } satisfies Partial<Session>);
    state.objects.save(session);
    const intent = intentOf(state, session);
    if (intent) cancelIntent(state, intent, 'automatic');
    state.events.emit('checkout.session.expired', session);
    return session;
  });
}

/** Ends every open session whose time has passed by the stand-in's clock. */
export function expireOverdue(state: StripeState): void {
  for (const id of state.objects.overdueSessions(state.clock.nowSeconds())) expireSession(state, id);
}

export function cancelIntent(state: StripeState, intent: Stripe.PaymentIntent, reason: Stripe.PaymentIntent['cancellation_reason']): void {
  Object.assign(intent, {
    status: 'canceled',
    canceled_at: state.clock.nowSeconds(),
    cancellation_reason: reason,
    next_action: null,
    processing: null,
  } satisfies Partial<Stripe.PaymentIntent>);
  state.objects.save(intent);
  state.events.emit('payment_intent.canceled', intent);
}

/** Pays with a card number; a second payment of the same session is refused. Null: paid, else why not. */
export function payByCard(state: StripeState, id: string, card: CardEntry, email?: string): Decline | null {
  return state.database.transaction(() => {
    const session = openSession(state, id);
    const verdict = cardResult(card.number);
    if (verdict.decline) return declineSession(state, id, verdict.decline, card, email);
    const later = verdict.laterEvent;
    const attempt = begin(state, session, cardMeans(state, session, card), email);
    const charge = newCharge(attempt);
    state.objects.add(charge, { refundFails: later === 'refund-fails' });
    collect(state, attempt.intent, charge, verdict.traits);
    complete(state, session, attempt, 'paid');
    state.events.emit('checkout.session.completed', session);
    if (verdict.traits.isReviewed) openReview(state, charge);
    if (later === 'dispute' || later === 'inquiry') disputeCharge(state, charge, 'fraudulent', { isInquiry: later === 'inquiry' });
    if (later === 'fraud-warning') warnOfFraud(state, charge);
    return null;
  });
}

/** A payment that the card's bank refuses, or whose buyer proves nothing to it; the session stays open for another try. */
export function declineSession(
  state: StripeState,
  id: string,
  decline: Decline = GENERIC_DECLINE,
  card: CardEntry = { ...workingCard, number: '4000000000000002' },
  email?: string,
): Decline {
  return state.database.transaction(() => {
    const session = openSession(state, id);
    const means = cardMeans(state, session, card);
    const attempt = begin(state, session, means, email);
    if (isUnproven(decline)) {
      failAuthentication(state, attempt, means.card, decline);
      return decline;
    }
    const charge = newCharge(attempt);
    state.objects.add(charge);
    refuse(state, attempt.intent, charge, decline);
    return decline;
  });
}

/** Completes the session unpaid: the money is on its way. */
export function payLater(
  state: StripeState,
  id: string,
  { outcome, afterMs, email }: { outcome: 'succeed' | 'fail'; afterMs: number | null; email?: string | undefined },
): Session {
  return state.database.transaction(() => {
    const session = openSession(state, id);
    const type = transferTypeOf(session);
    if (type === null) throw new StripeRefusal('This Checkout Session does not accept bank transfers.');
    const attempt = begin(state, session, { type }, email);
    const charge = newCharge(attempt);
    state.objects.add(charge);
    Object.assign(attempt.intent, {
      status: 'processing',
      latest_charge: charge.id,
      payment_method: charge.payment_method,
      last_payment_error: null,
    } satisfies Partial<Stripe.PaymentIntent>);
    state.objects.save(attempt.intent);
    state.events.emit('charge.pending', charge);
    state.events.emit('payment_intent.processing', attempt.intent);
    complete(state, session, attempt, 'unpaid');
    state.events.emit('checkout.session.completed', session);
    if (afterMs !== null) {
      state.tasks.add(outcome === 'succeed' ? 'transfer-succeeds' : 'transfer-fails', session.id, state.clock.nowMs() + afterMs);
    }
    return session;
  });
}

/** The bank transfer of a completed session arrives, or never will. */
export function settleTransfer(state: StripeState, id: string, outcome: 'succeed' | 'fail'): Session {
  return state.database.transaction(() => {
    const session = sessionOf(state, id);
    const intent = intentOf(state, session);
    const charge = intent && state.objects.find('charge', String(intent.latest_charge));
    if (!intent || !charge || intent.status !== 'processing')
      throw new StripeRefusal('No bank transfer of this Checkout Session is on its way.');
    state.tasks.forget(session.id);
    if (outcome === 'succeed') {
      collect(state, intent, charge);
      session.payment_status = 'paid';
      state.objects.save(session);
      state.events.emit('checkout.session.async_payment_succeeded', session);
    } else {
      refuse(state, intent, charge, {
        code: 'payment_intent_payment_attempt_failed',
        declineCode: null,
        message: 'The payment failed: the bank transfer did not arrive.',
      });
      state.events.emit('checkout.session.async_payment_failed', session);
    }
    return session;
  });
}

/** First way to pay of a session that is not by card, or null. */
export function transferTypeOf(session: Session): string | null {
  return session.payment_method_types.find((type) => type !== 'card') ?? null;
}

export function intentOf(state: StripeState, session: Session): Stripe.PaymentIntent | null {
  return session.payment_intent === null ? null : state.objects.find('payment_intent', String(session.payment_intent));
}

function openSession(state: StripeState, id: string): Session {
  expireOverdue(state);
  const session = sessionOf(state, id);
  if (session.status !== 'open') throw new StripeRefusal(`This Checkout Session is not open any more: it is ${session.status}.`);
  return session;
}

function begin(state: StripeState, session: Session, means: Attempt['means'], email?: string): Attempt {
  const created = state.clock.nowSeconds();
  let intent = intentOf(state, session);
  if (!intent) {
    intent = newPaymentIntent(session, detailsOf(state, session), created);
    state.objects.add(intent);
    session.payment_intent = intent.id;
    state.objects.save(session);
    state.events.emit('payment_intent.created', intent);
  }
  return { intent, means, email: session.customer_email ?? email ?? null, created };
}

function cardMeans(state: StripeState, session: Session, { number, expMonth, expYear }: CardEntry): { type: 'card'; card: Card } {
  return { type: 'card', card: describeCard(number, expMonth, expYear, detailsOf(state, session).asksFor3ds) };
}

function complete(state: StripeState, session: Session, attempt: Attempt, paymentStatus: Session['payment_status']): void {
  Object.assign(session, {
    status: 'complete',
    payment_status: paymentStatus,
    url: null,
    customer_details: attempt.email === null ? session.customer_details : customerDetails(attempt.email),
  } satisfies Partial<Session>);
  state.objects.save(session);
}
