import {
  BUYER_REMOVED,
  type Customer,
  FRAUD_WARNING,
  LOST_IN_PART,
  type OrderDraft,
  type OrderEvent,
  type OrderLine,
  REGION_ENDED,
  RISK_ENDED,
  RISK_HOLD,
  type Step,
  TOO_FEW_KEYS,
} from './order-parts.ts';
import { OrderState } from './order-state.ts';
import { isStep, type OrderStatus } from './order-status.ts';

export { BUYER_REMOVED, FRAUD_WARNING, LOST_IN_PART, REGION_ENDED, RISK_ENDED, RISK_HOLD, TOO_FEW_KEYS };
export type { Customer, OrderDraft, OrderEvent, OrderLine, Step };

/** Changes of an order. They return the events to be saved with it; a repeated call returns none. */
export class Order extends OrderState {
  /** Assigns the checkout to another browser, or to the same one with a new id. */
  moveToBrowser(browserId: string): void {
    Object.assign(this, { browserId } satisfies Partial<Order>);
  }

  /**
   * Its mails go to another address from now on. Earlier links become invalid: the former address may belong to somebody else. A checkout that
   * ended unpaid has its buyer for as long from now on as one that ends now.
   */
  moveToEmail(email: string, at: Date): void {
    const hasEndedUnpaid = this.paidAt === null && !this.isPending();
    Object.assign(this, { email, linkRound: this.linkRound + 1, ...(hasEndedUnpaid && { expiresAt: at }) } satisfies Partial<Order>);
  }

  /** A bank transfer is pending: the order waits for it. False if it waits already, or does not need to. */
  waitForTransfer(): boolean {
    if (!this.isPending() || this.isWaitingForTransfer()) return false;
    Object.assign(this, { expiresAt: this.endOfTransfer() } satisfies Partial<Order>);
    return true;
  }

  /** Idempotent: payment events repeat. */
  pay({ intentId, provider }: { intentId: string | null; provider: string }, step: Step): OrderEvent[] {
    if (!this.awaitsPayment()) return [];
    return this.moveTo('paid', step, { paidAt: step.at, paymentIntentId: intentId, paymentProvider: provider });
  }

  /** Its mails carry a link to its page instead of its keys from now on, so that they can still be frozen. */
  deliverByLink(): void {
    Object.assign(this, { linkOnly: true } satisfies Partial<Order>);
  }

  /** A mail about its keys was handed to a mail server. One with a link has no keys. */
  noteKeysMail(as: 'tried' | 'sent'): void {
    if (this.linkOnly || this.keysMailed === 'sent') return;
    Object.assign(this, { keysMailed: as } satisfies Partial<Order>);
  }

  hold(reason: string, step: Step): OrderEvent[] {
    return this.moveTo('on_hold', step, { holdReason: reason }, { reason });
  }

  /** Makes a paid order without keys, or one on hold, a backorder until `until`. @throws ImpossibleTransition */
  waitForKeys(until: Date, { at, actor }: Step): OrderEvent[] {
    isStep(this.status, 'paid');
    Object.assign(this, { status: 'paid', holdReason: null, waitingUntil: until } satisfies Partial<Order>);
    return [{ kind: 'waiting_for_keys', actor, data: { until: until.toISOString() }, at }];
  }

  /** Its wait is over, though keys that are in stock still end it before the refund: a product excludes its buyer's country since the sale. */
  endExcludedWait(excluded: { readonly productId: string; readonly country: string }, { at, actor }: Step): OrderEvent[] {
    if (this.status !== 'paid' || this.waitingUntil === null || this.waitingUntil <= at) return [];
    Object.assign(this, { waitingUntil: at } satisfies Partial<Order>);
    return [{ kind: REGION_ENDED, actor, data: { ...excluded }, at }];
  }

  /** Ends the wait of a backorder: it is refunded. */
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
    // The idempotency key can be used again for the same cart.
    return this.isPending() ? this.moveTo(as, step, { idempotencyKey: null }) : [];
  }

  /**
   * Adds a refund to the refunded amount. An order that shows no keys, such as one that was frozen while the refund was under way, keeps its
   * state after a part of it.
   */
  refund(amountMinor: number, step: Step): OrderEvent[] {
    if (amountMinor >= this.leftMinor()) return this.refundFully(step);
    const refundedMinor = this.refundedMinor + amountMinor;
    const isFirst = this.showsKeys() && this.status !== 'partially_refunded';
    if (isFirst) return this.moveTo('partially_refunded', step, { refundedMinor }, { amountMinor });
    Object.assign(this, { refundedMinor } satisfies Partial<Order>);
    return [{ kind: 'partially_refunded', actor: step.actor, data: { amountMinor }, at: step.at }];
  }

  /** The same for an external refund of unknown purpose. An order without keys is put on hold for staff. */
  refundElsewhere(amountMinor: number, step: Step): OrderEvent[] {
    if (!['paid', 'on_hold', 'disputed', 'cancelled'].includes(this.status)) return this.refund(amountMinor, step);
    Object.assign(this, { refundedMinor: this.refundedMinor + Math.min(amountMinor, this.leftMinor()) } satisfies Partial<Order>);
    return this.status === 'paid' ? this.hold('refunded in part at the provider', step) : [];
  }

  /** `sentMinor`: what the provider sent back, where that is not what is left of the order's total. */
  refundFully(step: Step, sentMinor = this.leftMinor()): OrderEvent[] {
    // A chargeback was first: nothing is left to refund.
    if (this.status === 'charged_back') return [];
    return this.moveTo('refunded', step, { refundedMinor: this.refundedMinor + this.leftMinor() }, { amountMinor: sentMinor });
  }

  /** A refund was returned by the bank. An order without keys is put on hold for staff; others return to their former state. */
  refundFailed(amountMinor: number, step: Step): OrderEvent[] {
    const refundedMinor = Math.max(0, this.refundedMinor - amountMinor);
    if (this.status === 'refunded')
      return this.moveTo('on_hold', step, { refundedMinor, holdReason: 'refund failed' }, { reason: 'refund failed' });
    Object.assign(this, { refundedMinor } satisfies Partial<Order>);
    return [];
  }

  /** Cancels an order on hold whose refund was abandoned. */
  cancelHeld(step: Step): OrderEvent[] {
    return this.moveTo('cancelled', step);
  }

  /** A dispute was opened. An earlier hold reason applies again after it, except a fraud warning. */
  dispute(step: Step, reason: string): OrderEvent[] {
    const isHeldForMore = this.holdReason !== FRAUD_WARNING && this.holdReason !== TOO_FEW_KEYS;
    const holdReason = isHeldForMore && (this.status === 'on_hold' || this.status === 'disputed') ? this.holdReason : null;
    Object.assign(this, { holdReason } satisfies Partial<Order>);
    return this.moveTo('disputed', step, {}, { reason });
  }

  /** A fraud warning, once its keys are allocated. Ended by staff or by a dispute. */
  freeze(step: Step): OrderEvent[] {
    return this.moveTo('disputed', step, { holdReason: FRAUD_WARNING }, { reason: FRAUD_WARNING });
  }

  /** A partial chargeback; the order continues. `isToBeDecided`: staff decide about its keys. */
  chargeBackPart(amountMinor: number, isToBeDecided: boolean, { at, actor }: Step): OrderEvent[] {
    const chargedBackMinor = this.chargedBackMinor + Math.min(amountMinor, this.leftMinor());
    Object.assign(this, {
      chargedBackMinor,
      ...(isToBeDecided && { holdReason: this.holdReason ?? LOST_IN_PART }),
    } satisfies Partial<Order>);
    return [{ kind: 'lost_in_part', actor, data: { amountMinor }, at }];
  }

  /** A chargeback of the whole remaining payment. */
  chargeBack(step: Step): OrderEvent[] {
    const amountMinor = this.leftMinor();
    return this.moveTo('charged_back', step, { chargedBackMinor: this.chargedBackMinor + amountMinor }, { amountMinor });
  }

  /** A won dispute with nothing to deliver: waits for keys, or for staff. */
  lackKeys({ at, actor }: Step): OrderEvent[] {
    if (this.holdReason === TOO_FEW_KEYS) return [];
    Object.assign(this, { holdReason: TOO_FEW_KEYS } satisfies Partial<Order>);
    return [{ kind: 'stock_short', actor, data: {}, at }];
  }

  /** A won dispute: the order returns to its state before, or becomes complete if its keys were not delivered yet. */
  resumeAfterDispute(step: Step): OrderEvent[] {
    if (this.refundedMinor > 0) return this.moveTo('partially_refunded', step, { holdReason: null });
    return this.moveTo('completed', step, { holdReason: null, completedAt: this.completedAt ?? step.at });
  }

  private moveTo(status: OrderStatus, { at, actor }: Step, change: Partial<Order> = {}, data: OrderEvent['data'] = {}): OrderEvent[] {
    if (!isStep(this.status, status)) return [];
    Object.assign(this, { ...change, status } satisfies Partial<Order>);
    return [{ kind: status, actor, data, at }];
  }
}
