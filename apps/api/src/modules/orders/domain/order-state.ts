import { type Currency, totalMinor } from '@keyturn/shop-rules';
import type { Customer, OrderDraft, OrderLine } from './order-parts.ts';
import type { OrderStatus } from './order-status.ts';
import { countByLine, type Piece } from './pieces.ts';

/** Bank transfers may take this long before the provider calls them failed; the event ends the wait, this is the net below it. */
const LONGEST_TRANSFER_MS = 14 * 86_400_000;

/** What an order is, and what can be asked of it. `Order` changes it. */
export abstract class OrderState {
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
  /** The name of the provider at which its payment session is opened. */
  readonly paymentProvider!: string;
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
      refundedMinor: 0,
      chargedBackMinor: 0,
      holdReason: null,
      linkRound: 0,
      waitingUntil: null,
      createdAt: at,
      paidAt: null,
      completedAt: null,
    } satisfies Omit<OrderState, Behaviour>);
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

  /** Whether the buyer has done the paying, and only the bank is still at work. */
  isWaitingForTransfer(): boolean {
    return this.isPending() && this.expiresAt.getTime() === this.endOfTransfer().getTime();
  }

  protected endOfTransfer(): Date {
    return new Date(this.createdAt.getTime() + LONGEST_TRANSFER_MS);
  }

  /** Who is named as the actor where the provider tells something of its payment. */
  paidThrough(): string {
    return this.paymentProvider;
  }

  waitsForKeys(): boolean {
    return this.status === 'paid' && this.waitingUntil !== null;
  }

  /** Whether money can be sent back of it. Parts of it only once its keys are sold: before, `whole`, all that is left of the payment, goes back. */
  isRefundable(part: 'whole' | 'part'): boolean {
    if (this.status === 'fulfilling' || this.status === 'completed' || this.status === 'partially_refunded') return true;
    return part === 'whole' && ['paid', 'on_hold', 'disputed', 'cancelled'].includes(this.status) && this.paidAt !== null;
  }

  canBeDisputed(): boolean {
    return this.status === 'paid' || this.status === 'on_hold' || this.showsKeys();
  }
}

type Behaviour = { [Name in keyof OrderState]: OrderState[Name] extends (...given: never[]) => unknown ? Name : never }[keyof OrderState];
