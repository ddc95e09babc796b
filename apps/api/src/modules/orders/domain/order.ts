import { type Currency, totalMinor } from '@keyturn/shop-rules';
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
import { countByLine, type Piece } from './pieces.ts';
import { isStep, type OrderStatus } from './order-status.ts';

export { FRAUD_WARNING, LOST_IN_PART, TOO_FEW_KEYS };
export type { Customer, OrderDraft, OrderEvent, OrderLine, Step };

/** Bank transfers may take this long before the provider calls them failed; the event ends the wait, this is the net below it. */
const LONGEST_TRANSFER_MS = 14 * 86_400_000;

export class Order {
  readonly id!: string;
  readonly number!: string;
  readonly status!: OrderStatus;
  readonly email!: string;
  readonly userId!: string | null;
  readonly currency!: Currency;
  readonly totalMinor!: number;
  readonly lines!: OrderLine[];
  readonly customer!: Customer;
  readonly termsAcceptedAt!: Date | null;
  readonly clientAddress!: string;
  readonly browserId!: string;
  readonly idempotencyKey!: string | null;
  readonly requestHash!: string;
  readonly sessionId!: string | null;
  readonly sessionUrl!: string | null;
  readonly paymentIntentId!: string | null;
  /** The name of the provider at which its payment session was opened; null while there is none. */
  readonly paymentProvider!: string | null;
  /** What the shop has sent back, or had sent back at the provider. */
  readonly refundedMinor!: number;
  /** What banks took by disputes that were lost. It is no refund. */
  readonly chargedBackMinor!: number;
  /** Why it is on hold; while it is disputed: what else there is to it than a bank that has not decided. */
  readonly holdReason!: string | null;
  /** How often its links were made anew: one of an earlier round opens nothing. */
  readonly linkRound!: number;
  /** Set while the paid order waits for keys: when its money goes back if none have come. */
  readonly waitingUntil!: Date | null;
  readonly createdAt!: Date;
  readonly expiresAt!: Date;
  readonly paidAt!: Date | null;
  readonly completedAt!: Date | null;

  constructor(draft: OrderDraft & { id: string; number: string; at: Date }) {
    const { at, ...fields } = draft;
    Object.assign(this, {
      ...fields,
      lines: [...draft.lines],
      status: 'pending',
      totalMinor: totalMinor(draft.lines),
      sessionId: null,
      sessionUrl: null,
      paymentIntentId: null,
      paymentProvider: null,
      refundedMinor: 0,
      chargedBackMinor: 0,
      holdReason: null,
      linkRound: 0,
      waitingUntil: null,
      createdAt: at,
      paidAt: null,
      completedAt: null,
    } satisfies Omit<Order, Behaviour>);
  }

  isPending(): boolean {
    return this.status === 'pending';
  }

  /** Whether the payment may still arrive, late or not. */
  awaitsPayment(): boolean {
    return this.status === 'pending' || this.status === 'expired' || this.status === 'payment_failed';
  }

  isPaid(): boolean {
    return this.paidAt !== null && this.status !== 'cancelled';
  }

  /** Its lines by number, as the stock sells keys to them, without the pieces in `gone`. */
  paidLines(gone: readonly Piece[] = []): { line: number; productId: string; quantity: number }[] {
    const missing = countByLine(gone);
    return this.lines
      .map(({ productId, quantity }, line) => ({ line, productId, quantity: quantity - (missing.get(line) ?? 0) }))
      .filter(({ quantity }) => quantity > 0);
  }

  /** What neither went back nor was taken by a bank, in minor units. */
  leftMinor(): number {
    return this.totalMinor - this.refundedMinor - this.chargedBackMinor;
  }

  /** Whether its buyer may look at its keys: they are allocated, and the money has not gone back. */
  showsKeys(): boolean {
    return this.status === 'fulfilling' || this.status === 'completed' || this.status === 'partially_refunded';
  }

  /** Its account's, or the owner's of the e-mail that it was placed with, once that is verified. */
  belongsTo(owner: { userId: string; verifiedEmail: string | null }): boolean {
    return this.userId === owner.userId || (owner.verifiedEmail !== null && this.email === owner.verifiedEmail);
  }

  openSession(session: { id: string; url: string }, provider: string): void {
    Object.assign(this, { sessionId: session.id, sessionUrl: session.url, paymentProvider: provider } satisfies Partial<Order>);
  }

  /** The same checkout goes on in another browser, or in the same one under a new name. */
  moveToBrowser(browserId: string): void {
    Object.assign(this, { browserId } satisfies Partial<Order>);
  }

  /** Its letters go elsewhere from now on. Links that went to the former address open it no more: that may be a stranger's. */
  moveToEmail(email: string): void {
    Object.assign(this, { email, linkRound: this.linkRound + 1 } satisfies Partial<Order>);
  }

  /** A bank transfer is on its way: the order waits for it. False when it waits already, or needs to no longer. */
  waitForTransfer(): boolean {
    if (!this.isPending() || this.isWaitingForTransfer()) return false;
    Object.assign(this, { expiresAt: this.endOfTransfer() } satisfies Partial<Order>);
    return true;
  }

  /** Whether the buyer has done the paying, and only the bank is still at work. */
  isWaitingForTransfer(): boolean {
    return this.isPending() && this.expiresAt.getTime() === this.endOfTransfer().getTime();
  }

  private endOfTransfer(): Date {
    return new Date(this.createdAt.getTime() + LONGEST_TRANSFER_MS);
  }

  /** Payment events repeat: a second call changes nothing and says so. */
  pay({ intentId, provider }: { intentId: string | null; provider: string }, step: Step): OrderEvent[] {
    if (!this.awaitsPayment()) return [];
    return this.moveTo('paid', step, { paidAt: step.at, paymentIntentId: intentId, paymentProvider: provider });
  }

  /** Who is named as the actor where the provider tells something of its payment. */
  paidThrough(): string {
    return this.paymentProvider ?? 'provider';
  }

  hold(reason: string, step: Step): OrderEvent[] {
    return this.moveTo('on_hold', step, { holdReason: reason }, { reason });
  }

  /** Paid, but the last key was sold: the order waits for the next ones until `until`. */
  waitForKeys(until: Date, { at, actor }: Step): OrderEvent[] {
    Object.assign(this, { waitingUntil: until } satisfies Partial<Order>);
    return [{ kind: 'waiting_for_keys', actor, data: { until: until.toISOString() }, at }];
  }

  waitsForKeys(): boolean {
    return this.status === 'paid' && this.waitingUntil !== null;
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

  /** Whether money can be sent back of it. Parts of it only once its keys are sold: before, `whole`, all that is left of the payment, goes back. */
  isRefundable(part: 'whole' | 'part'): boolean {
    if (this.status === 'fulfilling' || this.status === 'completed' || this.status === 'partially_refunded') return true;
    return part === 'whole' && ['paid', 'on_hold', 'disputed', 'cancelled'].includes(this.status) && this.paidAt !== null;
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

  canBeDisputed(): boolean {
    return this.status === 'paid' || this.status === 'on_hold' || this.showsKeys();
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

type Behaviour = { [Name in keyof Order]: Order[Name] extends (...given: never[]) => unknown ? Name : never }[keyof Order];
