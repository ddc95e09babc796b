/** Money that goes back through the provider, by the staff's or the shop's own doing. */
export interface Refund {
  readonly id: string;
  readonly orderId: string;
  /** The lines that it is for, by number. */
  readonly lines: readonly number[];
  readonly amountMinor: number;
  /** All that is left of the payment, whatever was paid. */
  readonly isWhole: boolean;
  readonly askedBy: string;
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

export type NewRefund = Pick<Refund, 'id' | 'orderId' | 'lines' | 'amountMinor' | 'isWhole' | 'askedBy' | 'keyIds'>;

/** An attempt takes less: what has not ended by then has died. */
export const LONGEST_ATTEMPT_MS = 120_000;

/** The refund that the shop makes by itself, of an order that could not be delivered: it goes by the order's own id. */
export function isAutomatic({ id, orderId }: Pick<Refund, 'id' | 'orderId'>): boolean {
  return id === orderId;
}

/** The lines that went back, by number. */
export function linesGoneBy(refunds: readonly Pick<Refund, 'state' | 'lines'>[]): Set<number> {
  return new Set(refunds.filter(({ state }) => state === 'done').flatMap(({ lines }) => lines));
}

/** One row per refund, written before the provider is asked and closed once it has agreed. */
export abstract class Refunds {
  /** In the current transaction. */
  abstract add(refund: NewRefund): Promise<void>;
  /** Begins an attempt and answers its number; null while another is at work, or where none is due. Commits at once, outside transactions. */
  abstract begin(id: string): Promise<number | null>;
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

  async linesGone(orderId: string): Promise<Set<number>> {
    return linesGoneBy(await this.ofOrder(orderId));
  }

  /** Asked under the order's lock: what is being sent back must not be delivered meanwhile. */
  async isUnderWay(orderId: string): Promise<boolean> {
    return (await this.ofOrder(orderId)).some(({ state }) => state === 'asked');
  }
}
