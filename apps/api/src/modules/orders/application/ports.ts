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
  /** Ids of sessions and payments are one provider's: another one may give the same. */
  abstract ofSession(sessionId: string, provider: string): Promise<Order | null>;
  /** The order that this browser began under this payment session. */
  abstract ofCheckout(sessionId: string, browserId: string): Promise<Order | null>;
  /** The order that was paid by this payment at this provider. */
  abstract ofPayment(intentId: string, provider: string): Promise<Order | null>;
  /** Whether its timeline has an event of this kind. */
  abstract wasTold(orderId: string, kind: string): Promise<boolean>;
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
  /** Takes payments of disputed orders that were not taken since `before`, those first that waited longest. */
  abstract takeDisputed(before: Date, limit: number): Promise<{ readonly intentId: string; readonly provider: string }[]>;
  /** Paid orders whose refund is due: those that waited for keys until now in vain, and those paid before `before` that do not wait. */
  abstract refundsDue(before: Date): Promise<string[]>;
}

/** How long a paid order waits for keys, in milliseconds; 0 sends the money back at once. */
export abstract class WaitLimits {
  abstract readonly longestWaitMs: number;
}

/** What one order may be asked for, whoever asks. */
export abstract class OrderLimits {
  /** A person looks a few times; a script that has the link does not get to write the log full. */
  abstract readonly looksPerHour: number;
  abstract readonly resendsPerDay: number;
}
