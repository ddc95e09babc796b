import type { OrderHint } from '../messages.ts';
import type { SupplierName } from '../ports.ts';

/** That the order of a closed purchase is to be looked at again. */
export interface Look {
  readonly purchaseId: string;
  /** Tries in a row that the supplier did not answer, this one among them. */
  readonly tries: number;
  /** The end of the lease. */
  readonly dueAt: Date;
}

/** One at most for each purchase. Every method runs in a transaction. */
export abstract class Looks {
  /** Where there is one that is due sooner, that stays. */
  abstract add(supplier: SupplierName, purchaseId: string, dueAt: Date): Promise<void>;
  /** One for the purchase that an order is of, due at once, where the purchase is closed and the supplier has, or may have, the order. */
  abstract hear(supplier: SupplierName, order: Omit<OrderHint, 'kind'>, at: Date): Promise<void>;
  /**
   * Takes one of a supplier that is due, which nobody else takes before `leaseUntil`; null if there is none. The oldest one that it hinted at
   * or, unless `hintedFirst`, one of the schedule comes first.
   */
  abstract take(supplier: SupplierName, at: Date, leaseUntil: Date, hintedFirst: boolean): Promise<Look | null>;
  /** It was made, and the next one is due then; null: there is none. Changes nothing where it is no longer whose lease it is. */
  abstract made(look: Look, nextAt: Date | null): Promise<void>;
  /** It failed, and is tried again. The same holds. */
  abstract postpone(look: Look, dueAt: Date): Promise<void>;
}
