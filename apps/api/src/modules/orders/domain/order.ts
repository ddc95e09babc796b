import {
  type Customer,
  FRAUD_WARNING,
  LOST_IN_PART,
  type OrderDraft,
  type OrderEvent,
  type OrderLine,
  type Step,
  TOO_FEW_KEYS,
} from './order-parts.ts';
import { OrderState } from './order-state.ts';
import { isStep, type OrderStatus } from './order-status.ts';

export { FRAUD_WARNING, LOST_IN_PART, TOO_FEW_KEYS };
export type { Customer, OrderDraft, OrderEvent, OrderLine, Step };

/** The changes of an order. Those that belong into its history answer the events to be saved with it; a repeat answers none. */
export class Order extends OrderState {
  openSession(session: { id: string; url: string }): void {
    Object.assign(this, { sessionId: session.id, sessionUrl: session.url } satisfies Partial<Order>);
  }

  /** The same checkout goes on in another browser, or in the same one under a new name. */
  moveToBrowser(browserId: string): void {
    Object.assign(this, { browserId } satisfies Partial<Order>);
  }

  /** Its mails go elsewhere from now on. Links that went to the former address open it no more: that may be a stranger's. */
  moveToEmail(email: string): void {
    Object.assign(this, { email, linkRound: this.linkRound + 1 } satisfies Partial<Order>);
  }

  /** A bank transfer is on its way: the order waits for it. False when it waits already, or needs to no longer. */
  waitForTransfer(): boolean {
    if (!this.isPending() || this.isWaitingForTransfer()) return false;
    Object.assign(this, { expiresAt: this.endOfTransfer() } satisfies Partial<Order>);
    return true;
  }

  /** Payment events repeat: a second call changes nothing and says so. */
  pay({ intentId, provider }: { intentId: string | null; provider: string }, step: Step): OrderEvent[] {
    if (!this.awaitsPayment()) return [];
    return this.moveTo('paid', step, { paidAt: step.at, paymentIntentId: intentId, paymentProvider: provider });
  }

  hold(reason: string, step: Step): OrderEvent[] {
    return this.moveTo('on_hold', step, { holdReason: reason }, { reason });
  }

  /** Paid, but the last key was sold: the order waits for the next ones until `until`. */
  waitForKeys(until: Date, { at, actor }: Step): OrderEvent[] {
    Object.assign(this, { waitingUntil: until } satisfies Partial<Order>);
    return [{ kind: 'waiting_for_keys', actor, data: { until: until.toISOString() }, at }];
  }

  /** No keys have come in time: from here on the money goes back. */
  giveUpWaiting({ at, actor }: Step): OrderEvent[] {
    if (!this.waitsForKeys()) return [];
    Object.assign(this, { waitingUntil: null } satisfies Partial<Order>);
    return [{ kind: 'waiting_ended', actor, data: {}, at }];
  }

  beginFulfilment(step: Step): OrderEvent[] {
    return this.moveTo('fulfilling', step, { waitingUntil: null, holdReason: null });
  }

  complete(step: Step): OrderEvent[] {
    return this.moveTo('completed', step, { completedAt: step.at });
  }

  /** The session ended without a payment. A paid order stays as it is. */
  end(as: 'expired' | 'cancelled' | 'payment_failed', step: Step): OrderEvent[] {
    // The key is free again: the same cart may be tried anew under it.
    return this.isPending() ? this.moveTo(as, step, { idempotencyKey: null }) : [];
  }

  /** So much has gone back, on top of what went before. */
  refund(amountMinor: number, step: Step): OrderEvent[] {
    if (amountMinor >= this.leftMinor()) return this.refundFully(step);
    const refundedMinor = this.refundedMinor + amountMinor;
    if (this.status !== 'partially_refunded') return this.moveTo('partially_refunded', step, { refundedMinor }, { amountMinor });
    Object.assign(this, { refundedMinor } satisfies Partial<Order>);
    return [{ kind: 'partially_refunded', actor: step.actor, data: { amountMinor }, at: step.at }];
  }

  /** The same at the provider's, for nobody knows what. An order that has no keys yet waits on hold for people. */
  refundElsewhere(amountMinor: number, step: Step): OrderEvent[] {
    if (!['paid', 'on_hold', 'disputed', 'cancelled'].includes(this.status)) return this.refund(amountMinor, step);
    Object.assign(this, { refundedMinor: this.refundedMinor + Math.min(amountMinor, this.leftMinor()) } satisfies Partial<Order>);
    return this.status === 'paid' ? this.hold('refunded in part at the provider', step) : [];
  }

  refundFully(step: Step): OrderEvent[] {
    // The bank was quicker: there is nothing left that could have gone back.
    if (this.status === 'charged_back') return [];
    const amountMinor = this.leftMinor();
    return this.moveTo('refunded', step, { refundedMinor: this.refundedMinor + amountMinor }, { amountMinor });
  }

  /** Money that had gone back has come again. An order whose keys are all gone waits for people; one that has some is what it was. */
  refundFailed(amountMinor: number, step: Step): OrderEvent[] {
    const refundedMinor = Math.max(0, this.refundedMinor - amountMinor);
    if (this.status === 'refunded')
      return this.moveTo('on_hold', step, { refundedMinor, holdReason: 'refund failed' }, { reason: 'refund failed' });
    Object.assign(this, { refundedMinor } satisfies Partial<Order>);
    return [];
  }

  /** Nobody buys it any more, and its money does not go back through the provider: an order on hold whose refund was given up. */
  cancelHeld(step: Step): OrderEvent[] {
    return this.moveTo('cancelled', step);
  }

  /** The buyer's bank has taken the money back, or may do so. Why it was held before is open again after that; a mere warning is not. */
  dispute(step: Step, reason: string): OrderEvent[] {
    const isHeldForMore = this.holdReason !== FRAUD_WARNING && this.holdReason !== TOO_FEW_KEYS;
    const holdReason = isHeldForMore && (this.status === 'on_hold' || this.status === 'disputed') ? this.holdReason : null;
    Object.assign(this, { holdReason } satisfies Partial<Order>);
    return this.moveTo('disputed', step, {}, { reason });
  }

  /** Suspected fraud, once its keys are sold. Only the staff ends that, or a dispute. */
  freeze(step: Step): OrderEvent[] {
    return this.moveTo('disputed', step, { holdReason: FRAUD_WARNING }, { reason: FRAUD_WARNING });
  }

  /** The bank took so much for good, and the order goes on without it. `isToBeDecided`: what becomes of its keys. */
  loseInPart(amountMinor: number, isToBeDecided: boolean, { at, actor }: Step): OrderEvent[] {
    const chargedBackMinor = this.chargedBackMinor + Math.min(amountMinor, this.leftMinor());
    Object.assign(this, {
      chargedBackMinor,
      ...(isToBeDecided && { holdReason: this.holdReason ?? LOST_IN_PART }),
    } satisfies Partial<Order>);
    return [{ kind: 'lost_in_part', actor, data: { amountMinor }, at }];
  }

  /** The bank took all that was left, for good. */
  chargeBack(step: Step): OrderEvent[] {
    const amountMinor = this.leftMinor();
    return this.moveTo('charged_back', step, { chargedBackMinor: this.chargedBackMinor + amountMinor }, { amountMinor });
  }

  /** The money stays, and there is nothing to deliver: it waits for the next look, or for the staff. */
  lackKeys({ at, actor }: Step): OrderEvent[] {
    if (this.holdReason === TOO_FEW_KEYS) return [];
    Object.assign(this, { holdReason: TOO_FEW_KEYS } satisfies Partial<Order>);
    return [{ kind: 'stock_short', actor, data: {}, at }];
  }

  /** The money stays after all: the order is what it was before the dispute, or complete where its keys had not left yet. */
  outliveDispute(step: Step): OrderEvent[] {
    if (this.refundedMinor > 0) return this.moveTo('partially_refunded', step, { holdReason: null });
    return this.moveTo('completed', step, { holdReason: null, completedAt: this.completedAt ?? step.at });
  }

  private moveTo(status: OrderStatus, { at, actor }: Step, change: Partial<Order> = {}, data: OrderEvent['data'] = {}): OrderEvent[] {
    if (!isStep(this.status, status)) return [];
    Object.assign(this, { ...change, status } satisfies Partial<Order>);
    return [{ kind: status, actor, data, at }];
  }
}
