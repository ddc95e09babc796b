import { hasPiece, type Piece } from '../domain/pieces.ts';

/**
 * `pieces`: items with their keys. `goodwill`: an amount, and the buyer keeps every key. `external`: made at the provider, for an unknown
 * purpose. `chargeback`: no refund, but the amount of a lost dispute.
 */
export const REFUND_KINDS = ['pieces', 'goodwill', 'external', 'chargeback'] as const;
export type RefundKind = (typeof REFUND_KINDS)[number];

/** A refund through the provider, by staff or the shop itself, or a chargeback. */
export interface Refund {
  readonly id: string;
  readonly orderId: string;
  readonly kind: RefundKind;
  /** The refunded pieces; none for an amount. */
  readonly pieces: readonly Piece[];
  readonly amountMinor: number;
  /** The whole remaining payment, whatever its amount. */
  readonly isWhole: boolean;
  readonly askedBy: string;
  /** The reason given by staff; null if the shop or the provider made it. */
  readonly reason: string | null;
  readonly askedAt: Date;
  readonly state: RefundState;
  /** Whether it is unfinished: in progress, or failed and neither repeated nor abandoned. */
  readonly isOpen: boolean;
  /** Keys revoked for it, burnt or back in stock. */
  readonly keyIds: readonly string[];
  /** Number of refusals by the provider; part of the idempotency key of the next attempt. */
  readonly tries: number;
  /** Start of the running attempt; null between attempts. */
  readonly attemptedAt: Date | null;
  /** The provider's last refusal. */
  readonly refusal: string | null;
}

/**
 * `asked`: in progress until the provider has agreed. `given-up`: abandoned by staff before that, or nothing was left of the payment.
 * `failed`: made, and returned by the bank.
 */
export const REFUND_STATES = ['asked', 'done', 'given-up', 'failed'] as const;
export type RefundState = (typeof REFUND_STATES)[number];

export type NewRefund = Pick<Refund, 'id' | 'orderId' | 'kind' | 'pieces' | 'amountMinor' | 'isWhole' | 'askedBy' | 'reason' | 'keyIds'>;

/** The shop's own refund of an order that could not be delivered: its id is the order's. */
export function isAutomatic({ id, orderId }: Pick<Refund, 'id' | 'orderId'>): boolean {
  return id === orderId;
}

/** The pieces that were refunded or charged back. Each once: one that was given up and made all the same may have been asked for anew. */
export function piecesGoneBy(refunds: readonly Pick<Refund, 'state' | 'pieces'>[]): Piece[] {
  const gone = refunds.filter(({ state }) => state === 'done').flatMap(({ pieces }) => pieces);
  return gone.filter((piece, index) => !hasPiece(gone.slice(0, index), piece));
}

/** What refunds have sent back, in minor units. */
export function sentBy(refunds: readonly Pick<Refund, 'state' | 'kind' | 'amountMinor'>[]): number {
  const made = refunds.filter(({ state, kind }) => state === 'done' && kind !== 'chargeback');
  return made.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
}

/** One row per refund, written before the call to the provider and closed once it has agreed. */
export abstract class Refunds {
  /** In the current transaction. */
  abstract add(refund: NewRefund): Promise<void>;
  /**
   * Asks anew for a refund that was given up, under its id, in the current transaction. Its attempts are counted on: one that the provider
   * has made after all is found by the id, and an answer to an earlier one is not repeated.
   */
  abstract askAnew(refund: NewRefund): Promise<void>;
  /** Begins an attempt and returns its number; null while another is running, or if none is due. Commits at once, outside transactions. */
  abstract begin(id: string): Promise<number | null>;
  /** Renews the lease of a running attempt. */
  abstract renewAttempt(id: string): Promise<void>;
  /** Ends an attempt that the provider refused. `isFinal`: the next one gets another number. */
  abstract refused(id: string, attempt: number, refusal: string, isFinal: boolean): Promise<void>;
  /** `amountMinor`: what was sent back. `attempt`: only while no other has followed it. False if one has, or the refund was done before. */
  abstract done(id: string, amountMinor: number, attempt?: number): Promise<boolean>;
  /** Marks a completed refund as returned by the bank, with a reason. False if it is not completed, or has failed before. */
  abstract fail(id: string, reason: string): Promise<boolean>;
  /** From now on those of an order that are in progress are of their own amounts, not of the whole payment. Call it with the order locked. */
  abstract limitToAmounts(orderId: string): Promise<void>;
  /** Closes a failed refund. */
  abstract close(id: string): Promise<void>;
  /** False if the refund is completed, or an attempt has begun since it was read as `known`. */
  abstract giveUp(known: Refund): Promise<boolean>;
  abstract ofId(id: string): Promise<Refund | null>;
  /** Oldest first. */
  abstract ofOrder(orderId: string): Promise<Refund[]>;
  /** In progress since before `before`, oldest first. */
  abstract overdue(before: Date): Promise<Pick<Refund, 'id' | 'orderId'>[]>;

  /** Closes those that failed, of an order all of whose money has gone back since. Call it with the order locked. */
  async closeFailedOf(orderId: string): Promise<void> {
    for (const { id, state, isOpen } of await this.ofOrder(orderId)) if (state === 'failed' && isOpen) await this.close(id);
  }

  async piecesGone(orderId: string): Promise<Piece[]> {
    return piecesGoneBy(await this.ofOrder(orderId));
  }

  /** Call it with the order locked: refunded pieces must not be delivered meanwhile. */
  async isUnderWay(orderId: string): Promise<boolean> {
    return (await this.ofOrder(orderId)).some(({ state }) => state === 'asked');
  }
}
