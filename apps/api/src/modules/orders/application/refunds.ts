import type { Piece } from '../domain/pieces.ts';

/**
 * `pieces`: items went back with their keys. `goodwill`: an amount by the staff, and the buyer keeps every key. `external`: made at the provider,
 * for nobody knows what. `chargeback`: no refund, but what a bank took by a lost dispute.
 */
export const REFUND_KINDS = ['pieces', 'goodwill', 'external', 'chargeback'] as const;
export type RefundKind = (typeof REFUND_KINDS)[number];

/** Money of a payment that goes back through the provider, by the staff's or the shop's own doing, or that a bank took. */
export interface Refund {
  readonly id: string;
  readonly orderId: string;
  readonly kind: RefundKind;
  /** What it is for; none where it is for an amount. */
  readonly pieces: readonly Piece[];
  readonly amountMinor: number;
  /** All that is left of the payment, whatever was paid. */
  readonly isWhole: boolean;
  readonly askedBy: string;
  /** Why, in the words of the staff; null where the shop or the provider made it. */
  readonly reason: string | null;
  readonly askedAt: Date;
  readonly state: RefundState;
  /** Whether it needs somebody: under way, or failed and neither made anew nor given up. */
  readonly isOpen: boolean;
  /** Keys that were taken from the buyer for it, burnt or back in stock. */
  readonly keyIds: readonly string[];
  /** How often the provider has refused it; the next attempt goes by this number. */
  readonly tries: number;
  /** Since when an attempt is at work; null between attempts. */
  readonly attemptedAt: Date | null;
  /** What the provider said last. */
  readonly refusal: string | null;
}

/** `asked`: under way until the provider has agreed. `given-up`: by the staff, before the provider had. `failed`: made, and sent back by the bank. */
export const REFUND_STATES = ['asked', 'done', 'given-up', 'failed'] as const;
export type RefundState = (typeof REFUND_STATES)[number];

export type NewRefund = Pick<Refund, 'id' | 'orderId' | 'kind' | 'pieces' | 'amountMinor' | 'isWhole' | 'askedBy' | 'reason' | 'keyIds'>;

/** The refund that the shop makes by itself, of an order that could not be delivered: it goes by the order's own id. */
export function isAutomatic({ id, orderId }: Pick<Refund, 'id' | 'orderId'>): boolean {
  return id === orderId;
}

/** The pieces that went back, or whose price a bank took. */
export function piecesGoneBy(refunds: readonly Pick<Refund, 'state' | 'pieces'>[]): Piece[] {
  return refunds.filter(({ state }) => state === 'done').flatMap(({ pieces }) => pieces);
}

/** One row per refund, written before the provider is asked and closed once it has agreed. */
export abstract class Refunds {
  /** In the current transaction. */
  abstract add(refund: NewRefund): Promise<void>;
  /** Begins an attempt and answers its number; null while another is at work, or where none is due. Commits at once, outside transactions. */
  abstract begin(id: string): Promise<number | null>;
  /** Keeps an attempt from counting as dead while it is at work. */
  abstract renewAttempt(id: string): Promise<void>;
  /** Ends an attempt that the provider did not agree to. `isFinal`: the next one goes by another number. */
  abstract refused(id: string, attempt: number, refusal: string, isFinal: boolean): Promise<void>;
  abstract done(id: string): Promise<void>;
  /** The money of a refund that was done came back, for this reason. False where it is not done, or has failed before. */
  abstract fail(id: string, reason: string): Promise<boolean>;
  /** A failed refund needs nobody any more. */
  abstract close(id: string): Promise<void>;
  /** False where the refund is done, or where an attempt has begun since it was read as `known`. */
  abstract giveUp(known: Refund): Promise<boolean>;
  abstract ofId(id: string): Promise<Refund | null>;
  /** Oldest first. */
  abstract ofOrder(orderId: string): Promise<Refund[]>;
  /** Under way since before `before`, oldest first. */
  abstract overdue(before: Date): Promise<Pick<Refund, 'id' | 'orderId'>[]>;

  async piecesGone(orderId: string): Promise<Piece[]> {
    return piecesGoneBy(await this.ofOrder(orderId));
  }

  /** Asked under the order's lock: what is being sent back must not be delivered meanwhile. */
  async isUnderWay(orderId: string): Promise<boolean> {
    return (await this.ofOrder(orderId)).some(({ state }) => state === 'asked');
  }
}
