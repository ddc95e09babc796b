import type { SupplierName } from '../ports.ts';

/**
 * `asked`: not sent, and its keys are off sale. `sent`: written before the call, and kept while nobody can tell whether it worked.
 * `accepted`: the supplier took the request, and is to take the keys. `done`: it has them, and they are burnt. `refused`: it takes none;
 * unsold keys are in quarantine.
 */
export const RETURN_STATES = ['asked', 'sent', 'accepted', 'done', 'refused'] as const;
export type ReturnState = (typeof RETURN_STATES)[number];

export interface SupplierReturn {
  readonly purchaseId: string;
  readonly supplier: SupplierName;
  readonly state: ReturnState;
  /** Whether staff said what was paid back: nothing is sent from then on. */
  readonly isByHand: boolean;
  readonly keys: number;
  /** Keys among them that no buyer ever had. */
  readonly undelivered: number;
  /** Keys among these for which a buyer paid and was not refunded: what was paid is no revenue of the purchase any more. */
  readonly unsold: number;
  /** What reports count as cost of its keys, in minor units of a euro. */
  readonly costMinor: number;
  /** What the supplier paid back of it; null until it did. */
  readonly refundedMinor: number | null;
  readonly failure: string | null;
  /** The name of an operator; `askedByItself` where nobody asked. */
  readonly askedBy: string;
  readonly askedAt: Date;
  /** When a call that may have worked was made last; null: none was. */
  readonly sentAt: Date | null;
  /** Of one that was taken: the end of the lease. */
  readonly dueAt: Date;
  readonly closedAt: Date | null;
  /** Steps since the state changed. */
  readonly tries: number;
}

/** Who asked for what a supplier took back by itself: no operator has such a name. */
export function askedByItself(supplier: SupplierName): string {
  return `supplier:${supplier}`;
}

/** Whether the supplier took the keys back without being asked. */
export function isByItself({ askedBy, supplier }: SupplierReturn): boolean {
  return askedBy === askedByItself(supplier);
}

/** One for each purchase. Every method but `ofPurchases`, `overdue` and `doneBetween` must run inside a transaction. */
export abstract class SupplierReturns {
  abstract ofPurchases(purchaseIds: readonly string[]): Promise<ReadonlyMap<string, SupplierReturn>>;
  /** The one of a purchase, which no worker changes before the transaction ends; null if there is none. */
  abstract lock(purchaseId: string): Promise<SupplierReturn | null>;
  /** Those that were asked for before a moment and have not ended: the oldest hundred. */
  abstract overdue(askedBefore: Date): Promise<SupplierReturn[]>;
  /** The purchases of those that were done from `from` on and before `to`. */
  abstract doneBetween(from: Date, to: Date): Promise<string[]>;
  /** Stores one, in the place of any. Lock that first. */
  abstract add(asked: Omit<SupplierReturn, 'tries' | 'dueAt' | 'sentAt'>): Promise<void>;
  /** Takes one of a supplier that is due, which nobody else takes before `leaseUntil`; null if there is none. */
  abstract take(supplier: SupplierName, at: Date, leaseUntil: Date): Promise<SupplierReturn | null>;
  /**
   * The next state, or another try in the same one. Without `dueAt` the lease stays, without `sentAt` that moment. Returns false where it has
   * another state or lease by now: somebody else works on it.
   */
  abstract step(
    taken: SupplierReturn,
    next: {
      readonly state: ReturnState;
      readonly failure?: string | null;
      readonly dueAt?: Date;
      readonly sentAt?: Date | null;
      readonly refundedMinor?: number;
    },
    at: Date,
  ): Promise<boolean>;
}
