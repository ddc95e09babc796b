import type Stripe from 'stripe';
import type { StripeState } from '../stripe-state.ts';
import { formatMinor } from './currencies.ts';
import { endWarnings, isRefundable, paidChargeOf } from './disputes/disputes.ts';
import { noSuch, StripeRefusal } from './error.ts';
import { newRefund } from './objects/refund-and-dispute.ts';

/** Used where transfers wait for a control: a refund must come to its end by itself. */
const REFUND_AFTER_MS = 2000;

/** `later`: accepted, and failed afterwards. `refused`: the API refuses it at once. */
export type RefundFailure = 'later' | 'refused';

export interface RefundRequest {
  readonly charge: string | undefined;
  readonly payment_intent: string | undefined;
  readonly amount: number | undefined;
  readonly reason: string | undefined;
  readonly metadata: Record<string, string>;
}

/** The next refund, and only that one, will fail. */
export function failNextRefund(state: StripeState, how: RefundFailure | null): void {
  state.settings.write('refund-failure', how);
}

/** In full when no amount is given. @throws StripeRefusal when there is less left to give back. */
export function refundCharge(state: StripeState, request: RefundRequest): Stripe.Refund {
  const charge = chargeToRefund(state, request);
  const left = charge.amount_captured - charge.amount_refunded;
  if (charge.disputed && !isRefundable(state, charge)) {
    throw new StripeRefusal(`Charge ${charge.id} has been charged back; cannot issue a refund.`, { code: 'charge_disputed' });
  }
  if (left === 0) throw new StripeRefusal(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
  const amount = request.amount ?? left;
  if (amount > left) {
    const whole = left === charge.amount_captured;
    throw new StripeRefusal(
      `Refund amount (${formatMinor(amount, charge.currency)}) is greater than ${whole ? 'charge amount' : 'unrefunded amount on charge'} ` +
        `(${formatMinor(left, charge.currency)})`,
      { param: 'amount' },
    );
  }

  const failure = state.settings.read<RefundFailure | null>('refund-failure', null);
  if (failure === 'refused') {
    throw new StripeRefusal('Insufficient funds in your Stripe balance to refund this amount.', { code: 'balance_insufficient' });
  }
  const isByCard = charge.payment_method_details?.type === 'card';
  const willFail = failure === 'later' || (state.objects.hidden<{ refundFails?: boolean }>(charge.id)?.refundFails ?? false);
  const refund = newRefund({
    charge,
    amount,
    reason: request.reason ?? null,
    metadata: request.metadata,
    created: state.clock.nowSeconds(),
    status: isByCard && !willFail ? 'succeeded' : 'pending',
  });
  if (failure === 'later') failNextRefund(state, null);
  state.objects.add(refund);
  moveRefunded(state, charge, amount);
  state.events.emit('refund.created', refund);
  if (refund.status === 'pending') {
    const dueAt = state.clock.nowMs() + (state.config.transferAfterMs ?? REFUND_AFTER_MS);
    state.tasks.add(willFail ? 'refund-fails' : 'refund-succeeds', refund.id, dueAt);
  }
  return refund;
}

/** A pending refund comes to its end. */
export function endRefund(state: StripeState, id: string, status: 'succeeded' | 'failed'): void {
  const refund = state.objects.find('refund', id);
  if (refund?.status !== 'pending') return;
  refund.status = status;
  if (status === 'failed') refund.failure_reason = 'unknown';
  state.objects.save(refund);
  const charge = state.objects.find('charge', String(refund.charge));
  if (status === 'failed' && charge) {
    charge.amount_refunded -= refund.amount;
    charge.refunded = false;
    state.objects.save(charge);
    state.events.emit('refund.failed', refund);
  }
  state.events.emit('refund.updated', refund, { status: 'pending' });
}

function chargeToRefund(state: StripeState, request: RefundRequest): Stripe.Charge {
  if (request.charge === undefined) return paidChargeOf(state, request.payment_intent ?? '');
  const charge = state.objects.find('charge', request.charge);
  if (!charge) throw noSuch('charge', request.charge, 'charge');
  if (charge.status !== 'succeeded')
    throw new StripeRefusal(`Charge ${charge.id} has not succeeded; cannot issue a refund.`, { param: 'charge' });
  return charge;
}

function moveRefunded(state: StripeState, charge: Stripe.Charge, amount: number): void {
  const previous = { amount_refunded: charge.amount_refunded, refunded: charge.refunded };
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount_captured;
  state.objects.save(charge);
  state.events.emit('charge.refunded', charge, previous);
  if (charge.refunded) endWarnings(state, charge);
}
