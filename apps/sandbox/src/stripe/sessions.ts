import type Stripe from 'stripe';
import type { World } from '../world.ts';
import { noSuch, StripeRefusal } from './error.ts';
import { GENERIC_DECLINE, type Decline, describeCard, judgeCard } from './objects/card.ts';
import { newCharge, newPaymentIntent, type Attempt } from './objects/payment.ts';
import { customerDetails, type Session, type SessionDetails } from './objects/session.ts';
import { disputeCharge, warnOfFraud } from './disputes.ts';

export interface CardEntry {
  readonly number: string;
  readonly expMonth: number;
  readonly expYear: number;
}
export const workingCard: CardEntry = { number: '4242424242424242', expMonth: 12, expYear: 2034 };

/** @throws StripeRefusal 404 */
export function sessionOf(world: World, id: string, param = 'session'): Session {
  const session = world.objects.find('checkout.session', id);
  if (!session) throw noSuch('checkout.session', id, param);
  return session;
}

export function detailsOf(world: World, session: Session): SessionDetails {
  const details = world.objects.hidden<SessionDetails>(session.id);
  if (!details) throw noSuch('checkout.session', session.id, 'session');
  return details;
}

export function expireSession(world: World, id: string): Session {
  return world.database.transaction(() => {
    const session = sessionOf(world, id);
    if (session.status !== 'open') {
      throw new StripeRefusal(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
      );
    }
    Object.assign(session, { status: 'expired', url: null } satisfies Partial<Session>);
    world.objects.save(session);
    const intent = intentOf(world, session);
    if (intent) cancelIntent(world, intent, 'automatic');
    world.events.emit('checkout.session.expired', session);
    return session;
  });
}

/** Ends every open session whose time has passed by the stand-in's clock. */
export function expireOverdue(world: World): void {
  for (const id of world.objects.overdueSessions(world.clock.nowSeconds())) expireSession(world, id);
}

export function cancelIntent(world: World, intent: Stripe.PaymentIntent, reason: Stripe.PaymentIntent['cancellation_reason']): void {
  Object.assign(intent, {
    status: 'canceled',
    canceled_at: world.clock.nowSeconds(),
    cancellation_reason: reason,
    next_action: null,
    processing: null,
  } satisfies Partial<Stripe.PaymentIntent>);
  world.objects.save(intent);
  world.events.emit('payment_intent.canceled', intent);
}

/** Pays with a card number; a second payment of the same session is refused. Null: paid, else why not. */
export function payByCard(world: World, id: string, card: CardEntry, email?: string): Decline | null {
  return world.database.transaction(() => {
    const session = openSession(world, id);
    const verdict = judgeCard(card.number);
    if (verdict.decline) return declineSession(world, id, verdict.decline, card, email);

    const attempt = begin(world, session, { type: 'card', card: describeCard(card.number, card.expMonth, card.expYear) }, email);
    const charge = newCharge(attempt);
    world.objects.add(charge, { refundFails: verdict.aftermath === 'refund-fails' });
    collect(world, attempt.intent, charge);
    complete(world, session, attempt, 'paid');
    world.events.emit('checkout.session.completed', session);
    if (verdict.aftermath === 'dispute') disputeCharge(world, charge, 'fraudulent');
    if (verdict.aftermath === 'inquiry') disputeCharge(world, charge, 'fraudulent', { isInquiry: true });
    if (verdict.aftermath === 'fraud-warning') warnOfFraud(world, charge);
    return null;
  });
}

/** A payment that the card's bank refuses; the session stays open for another try. */
export function declineSession(
  world: World,
  id: string,
  decline: Decline = GENERIC_DECLINE,
  card: CardEntry = { ...workingCard, number: '4000000000000002' },
  email?: string,
): Decline {
  return world.database.transaction(() => {
    const session = openSession(world, id);
    const attempt = begin(world, session, { type: 'card', card: describeCard(card.number, card.expMonth, card.expYear) }, email);
    const charge = newCharge(attempt);
    world.objects.add(charge);
    refuse(world, attempt.intent, charge, decline);
    return decline;
  });
}

/** Completes the session unpaid: the money is on its way. */
export function payLater(
  world: World,
  id: string,
  { outcome, afterMs, email }: { outcome: 'succeed' | 'fail'; afterMs: number | null; email?: string | undefined },
): Session {
  return world.database.transaction(() => {
    const session = openSession(world, id);
    const type = transferTypeOf(session);
    if (type === null) throw new StripeRefusal('This Checkout Session does not accept bank transfers.');
    const attempt = begin(world, session, { type }, email);
    const charge = newCharge(attempt);
    world.objects.add(charge);
    Object.assign(attempt.intent, {
      status: 'processing',
      latest_charge: charge.id,
      payment_method: charge.payment_method,
      last_payment_error: null,
    } satisfies Partial<Stripe.PaymentIntent>);
    world.objects.save(attempt.intent);
    world.events.emit('charge.pending', charge);
    world.events.emit('payment_intent.processing', attempt.intent);
    complete(world, session, attempt, 'unpaid');
    world.events.emit('checkout.session.completed', session);
    if (afterMs !== null) {
      world.tasks.add(outcome === 'succeed' ? 'transfer-succeeds' : 'transfer-fails', session.id, world.clock.nowMs() + afterMs);
    }
    return session;
  });
}

/** The bank transfer of a completed session arrives, or never will. */
export function settleTransfer(world: World, id: string, outcome: 'succeed' | 'fail'): Session {
  return world.database.transaction(() => {
    const session = sessionOf(world, id);
    const intent = intentOf(world, session);
    const charge = intent && world.objects.find('charge', String(intent.latest_charge));
    if (!intent || !charge || intent.status !== 'processing')
      throw new StripeRefusal('No bank transfer of this Checkout Session is on its way.');
    world.tasks.forget(session.id);
    if (outcome === 'succeed') {
      collect(world, intent, charge);
      session.payment_status = 'paid';
      world.objects.save(session);
      world.events.emit('checkout.session.async_payment_succeeded', session);
    } else {
      refuse(world, intent, charge, {
        code: 'payment_intent_payment_attempt_failed',
        declineCode: null,
        message: 'The payment failed: the bank transfer did not arrive.',
      });
      world.events.emit('checkout.session.async_payment_failed', session);
    }
    return session;
  });
}

/** First way to pay of a session that is not by card, or null. */
export function transferTypeOf(session: Session): string | null {
  return session.payment_method_types.find((type) => type !== 'card') ?? null;
}

export function intentOf(world: World, session: Session): Stripe.PaymentIntent | null {
  return session.payment_intent === null ? null : world.objects.find('payment_intent', String(session.payment_intent));
}

function openSession(world: World, id: string): Session {
  expireOverdue(world);
  const session = sessionOf(world, id);
  if (session.status !== 'open') throw new StripeRefusal(`This Checkout Session is not open any more: it is ${session.status}.`);
  return session;
}

function begin(world: World, session: Session, means: Attempt['means'], email?: string): Attempt {
  const created = world.clock.nowSeconds();
  let intent = intentOf(world, session);
  if (!intent) {
    intent = newPaymentIntent(session, detailsOf(world, session), created);
    world.objects.add(intent);
    session.payment_intent = intent.id;
    world.objects.save(session);
    world.events.emit('payment_intent.created', intent);
  }
  return { intent, means, email: session.customer_email ?? email ?? null, created };
}

function complete(world: World, session: Session, attempt: Attempt, paymentStatus: Session['payment_status']): void {
  Object.assign(session, {
    status: 'complete',
    payment_status: paymentStatus,
    url: null,
    customer_details: attempt.email === null ? session.customer_details : customerDetails(attempt.email),
  } satisfies Partial<Session>);
  world.objects.save(session);
}

function collect(world: World, intent: Stripe.PaymentIntent, charge: Stripe.Charge): void {
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
      reason: null,
      risk_level: 'normal',
      seller_message: 'Payment complete.',
      type: 'authorized',
    },
  } satisfies Partial<Stripe.Charge>);
  Object.assign(intent, {
    status: 'succeeded',
    amount_received: charge.amount,
    latest_charge: charge.id,
    payment_method: charge.payment_method,
    last_payment_error: null,
  } satisfies Partial<Stripe.PaymentIntent>);
  world.objects.save(charge);
  world.objects.save(intent);
  world.events.emit('charge.succeeded', charge);
  world.events.emit('payment_intent.succeeded', intent);
}

function refuse(world: World, intent: Stripe.PaymentIntent, charge: Stripe.Charge, { code, declineCode, message }: Decline): void {
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
  world.objects.save(charge);
  world.objects.save(intent);
  world.events.emit('charge.failed', charge);
  world.events.emit('payment_intent.payment_failed', intent);
}
