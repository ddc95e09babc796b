import type { Order, OrderEvent } from '../domain/order.ts';

export interface OpenOrders {
  /** Unpaid orders, those that wait for a bank transfer included. */
  readonly ofAddress: number;
  readonly ofEmail: number;
  /** Pieces that those orders of the address or the e-mail hold, by product. */
  readonly pieces: ReadonlyMap<string, number>;
}

export abstract class Orders {
  /** Writes the order and what happened to it, in the current transaction. */
  abstract save(order: Order, events: readonly OrderEvent[]): Promise<void>;
  /** Locks the order until the transaction ends: whoever changes it does so alone. Null when there is none. */
  abstract forUpdate(id: string): Promise<Order | null>;
  abstract ofId(id: string): Promise<Order | null>;
  abstract ofSession(sessionId: string): Promise<Order | null>;
  abstract ofIdempotencyKey(key: string): Promise<Order | null>;
  /** Unpaid orders that this browser has open, oldest first. */
  abstract openOfBrowser(browserId: string): Promise<Order[]>;
  /**
   * What an address and an e-mail hold open. Takes a lock on both that lasts until the transaction ends, so that
   * parallel checkouts are counted one after the other.
   */
  abstract openOf(address: string, email: string): Promise<OpenOrders>;
  /**
   * Takes orders whose payment session should be compared with the provider, those first that waited longest:
   * unpaid ones placed before `placedBefore`, and ended ones that ended after `endedAfter`.
   */
  abstract takeForReconciling(placedBefore: Date, endedAfter: Date, limit: number): Promise<string[]>;
  /** Orders that were paid before `before` and neither delivered nor refunded: their refund is due. */
  abstract refundsDue(before: Date): Promise<string[]>;
}

export type OrderMailKind = 'keys' | 'refund';

/** One row per mail to a buyer: the proof that it left, and the lock that keeps it from leaving twice. */
export abstract class OrderMails {
  /** Notes that a mail is to be sent. A second call under the same id changes nothing. */
  abstract plan(id: string, orderId: string, kind: OrderMailKind): Promise<void>;
  /** Takes the mail for sending. `busy`: another process has it, or died with it a short while ago. `closed`: sent or refused. */
  abstract claim(id: string): Promise<{ orderId: string; kind: OrderMailKind } | 'busy' | 'closed'>;
  /** Gives a claimed mail back, so that the next try need not wait until the claim grows old. */
  abstract putBack(id: string): Promise<void>;
  abstract settle(id: string, as: 'sent' | 'refused'): Promise<void>;
  /** Mails planned before `before` that have not left yet: the net below the queue. */
  abstract overdue(before: Date): Promise<string[]>;
}
