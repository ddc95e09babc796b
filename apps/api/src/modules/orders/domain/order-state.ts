import { type Currency, totalMinor } from '@keyturn/shop-rules';
import { REMOVED_BUYER } from '../../../shared/removed-buyers.ts';
import type { Customer, OrderDraft, OrderLine } from './order-parts.ts';
import type { OrderStatus } from './order-status.ts';
import { allPieces, type Piece, piecesWithout } from './pieces.ts';

/** Bank transfers may take this long; normally an event of the provider ends the wait, this is the fallback. */
const LONGEST_TRANSFER_MS = 14 * 86_400_000;

/** State and queries of an order. `Order` changes it. */
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
  /** The version of the terms that were accepted; null: none, or an order of an earlier version of the shop. */
  readonly termsVersion!: string | null;
  readonly regionAcceptedAt!: Date | null;
  readonly clientAddress!: string;
  /** Country of the checkout by a trusted proxy's header; null: unknown. */
  readonly fromCountry!: string | null;
  /** How 3-D Secure is asked for with its payment; null: where law or bank want it. */
  readonly threeDSecure!: 'any' | 'challenge' | null;
  readonly browserId!: string;
  readonly idempotencyKey!: string | null;
  readonly requestHash!: string;
  readonly sessionId!: string | null;
  readonly sessionUrl!: string | null;
  readonly paymentIntentId!: string | null;
  /** The name of the provider at which its payment session is opened. */
  readonly paymentProvider!: string;
  /** Refunds by the shop or at the provider, in minor units. */
  readonly refundedMinor!: number;
  /** Chargebacks of lost disputes, in minor units. Not refunds. */
  readonly chargedBackMinor!: number;
  /** The reason why it is on hold; while it is disputed, a reason besides the bank's decision. */
  readonly holdReason!: string | null;
  /** How often its links were renewed: links of earlier rounds are invalid. */
  readonly linkRound!: number;
  /** Set for a backorder: when it is refunded if no keys are added. */
  readonly waitingUntil!: Date | null;
  /** Whether its mails carry a link to its page instead of its keys. */
  readonly linkOnly!: boolean;
  /**
   * Whether a mail with its keys was handed to a mail server: `sent` if one was taken, `tried` if one may have been; null: none. It outlives
   * the records of mails, which are deleted by age and by erasures.
   */
  readonly keysMailed!: 'tried' | 'sent' | null;
  readonly createdAt!: Date;
  readonly expiresAt!: Date;
  readonly paidAt!: Date | null;
  readonly completedAt!: Date | null;

  constructor(draft: OrderDraft & { id: string; number: string; at: Date }) {
    const { at, ...fields } = draft;
    Object.assign(this, {
      ...fields,
      lines: [...draft.lines],
      fromCountry: draft.fromCountry ?? null,
      threeDSecure: draft.threeDSecure ?? null,
      termsVersion: draft.termsVersion ?? null,
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
      linkOnly: false,
      keysMailed: null,
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

  /** False once its buyer was removed: nothing can be delivered or written to anybody. */
  hasBuyer(): boolean {
    return !REMOVED_BUYER.test(this.email);
  }

  isPaid(): boolean {
    return this.paidAt !== null && this.status !== 'cancelled';
  }

  /** Its lines by number, for stock, without the pieces in `gone`; those that are left keep their slots. */
  paidLines(gone: readonly Piece[] = []): { line: number; productId: string; quantity: number; slots: number[] }[] {
    const left = Map.groupBy(piecesWithout(allPieces(this.lines), gone), ({ line }) => line);
    return this.lines.flatMap(({ productId }, line) => {
      const slots = left.get(line)?.map(({ slot }) => slot) ?? [];
      return slots.length > 0 ? [{ line, productId, quantity: slots.length, slots }] : [];
    });
  }

  /** Payment minus refunds and chargebacks, in minor units. */
  leftMinor(): number {
    return this.totalMinor - this.refundedMinor - this.chargedBackMinor;
  }

  /** Whether its buyer may view its keys: allocated and not refunded. */
  showsKeys(): boolean {
    return this.status === 'fulfilling' || this.status === 'completed' || this.status === 'partially_refunded';
  }

  /** Whether keys that are given or sent to it reach somebody. */
  canGetKeys(): boolean {
    return this.showsKeys() && this.hasBuyer();
  }

  /** Belongs to its account, or to the owner of its e-mail once that is verified. */
  belongsTo(owner: { userId: string; verifiedEmail: string | null }): boolean {
    return this.userId === owner.userId || (owner.verifiedEmail !== null && this.email === owner.verifiedEmail);
  }

  /** Whether the buyer has paid by bank transfer, and the bank has not confirmed it. */
  isWaitingForTransfer(): boolean {
    return this.isPending() && this.expiresAt.getTime() === this.endOfTransfer().getTime();
  }

  protected endOfTransfer(): Date {
    return new Date(this.createdAt.getTime() + LONGEST_TRANSFER_MS);
  }

  /** The actor of events from the provider of its payment. */
  paidThrough(): string {
    return this.paymentProvider;
  }

  waitsForKeys(): boolean {
    return this.status === 'paid' && this.waitingUntil !== null;
  }

  /** Whether it can be refunded. In parts only once its keys are allocated; before that only the `whole` remaining payment. */
  isRefundable(part: 'whole' | 'part'): boolean {
    if (this.status === 'fulfilling' || this.status === 'completed' || this.status === 'partially_refunded') return true;
    return part === 'whole' && ['paid', 'on_hold', 'disputed', 'cancelled'].includes(this.status) && this.paidAt !== null;
  }

  canBeDisputed(): boolean {
    return this.status === 'paid' || this.status === 'on_hold' || this.showsKeys();
  }
}

type Behaviour = { [Name in keyof OrderState]: OrderState[Name] extends (...given: never[]) => unknown ? Name : never }[keyof OrderState];
