import type { Dispute, NewDispute } from '../../domain/dispute.ts';

/** Disputes of payments, with their evidence. */
export abstract class Disputes {
  /** Stores it in the current transaction, or the present amount and due date of one that is known. True if it is new. */
  abstract note(dispute: NewDispute): Promise<boolean>;
  abstract ofId(id: string): Promise<Dispute | null>;
  /** Locks it until the transaction ends. */
  abstract forUpdate(id: string): Promise<Dispute | null>;
  /** Of one that `forUpdate` gave, in the same transaction. */
  abstract save(dispute: Dispute): Promise<void>;
  /** All of an order, oldest first. */
  abstract ofOrder(orderId: string): Promise<Dispute[]>;
  /** For each of these payments, in the same order, the dispute opened last; null where nobody disputed it. */
  abstract latestOf(payments: readonly { readonly provider: string; readonly paymentId: string | null }[]): Promise<(Dispute | null)[]>;
  /** Ids of disputes opened before `before` whose evidence was not assembled, oldest first. */
  abstract unassembled(before: Date): Promise<string[]>;
  /** Those whose evidence was not submitted and is due after `after` and not after `until`, the next one first. */
  abstract dueBetween(after: Date, until: Date): Promise<Dispute[]>;
}
