import type { InContext } from '../../../shared/batches.ts';
import type { Order, OrderEvent } from '../domain/order.ts';

export interface ChangedOrder {
  readonly order: Order;
  readonly events: readonly OrderEvent[];
  /** The context that the events come from, where that is not the caller's. */
  readonly inContext?: InContext;
}

/** Unpaid orders, those that wait for a bank transfer included. */
export interface OpenOrders {
  readonly ofAddress: number;
  /** From any network. */
  readonly ofEmail: number;
  /** Those of the network that the address belongs to (`network-range.ts`), oldest first. */
  readonly ofNetwork: readonly Pick<Order, 'currency' | 'totalMinor' | 'lines'>[];
}

/** What was bought, in which currency and for which country (two letters): the one that the buyer named, else the one of the proxy's header; null where neither is known. */
export type PurchasedOrder = Pick<Order, 'currency' | 'lines'> & { readonly country: string | null };

export abstract class Orders {
  /**
   * Writes the order and what happened to it, in the current transaction.
   * @throws OrderNumberTaken, IdempotencyKeyTaken; the transaction must not go on then
   */
  abstract save(order: Order, events: readonly OrderEvent[]): Promise<void>;
  /** The same for many orders at once. */
  abstract saveAll(changed: readonly ChangedOrder[]): Promise<void>;
  /** Locks the order until the transaction ends. Null if there is none. */
  abstract forUpdate(id: string): Promise<Order | null>;
  /** Locks these orders, but for those that another transaction has locked. By id. */
  abstract unlockedForUpdate(ids: readonly string[]): Promise<ReadonlyMap<string, Order>>;
  abstract ofId(id: string): Promise<Order | null>;
  /** What these orders bought, by id, in one query. */
  abstract purchased(ids: readonly string[]): Promise<ReadonlyMap<string, PurchasedOrder>>;
  /** Stores the payment session of an order that is unpaid. Returns false where it is not any more. */
  abstract noteSession(id: string, session: { readonly id: string; readonly url: string }): Promise<boolean>;
  /** Ids of sessions and payments are unique per provider only. */
  abstract ofSession(sessionId: string, provider: string): Promise<Order | null>;
  /** The order that this browser began under this payment session. */
  abstract ofCheckout(sessionId: string, browserId: string): Promise<Order | null>;
  /** The order that was paid by this payment at this provider. */
  abstract ofPayment(intentId: string, provider: string): Promise<Order | null>;
  /** Whether its timeline has an event of this kind. */
  abstract hasEvent(orderId: string, kind: string): Promise<boolean>;
  abstract ofIdempotencyKey(key: string): Promise<Order | null>;
  /** Unpaid orders that this browser has open, oldest first. */
  abstract openOfBrowser(browserId: string): Promise<Order[]>;
  /**
   * Open orders of an address, its network and an e-mail. Locks network and e-mail until the transaction ends, so that concurrent checkouts
   * are counted one after the other.
   */
  abstract openOf(address: string, email: string): Promise<OpenOrders>;
  /** Locks an address and an e-mail until the transaction ends, and counts nothing. */
  abstract lockBuyer(address: string, email: string): Promise<void>;
  /**
   * Claims orders whose payment session should be compared with the provider: unpaid ones placed before `placedBefore`, and ended ones that
   * ended after `endedAfter`. Of each kind the longest waiting first; where there are more than `limit`, one ended one after four unpaid ones.
   */
  abstract takeForReconciling(placedBefore: Date, endedAfter: Date, limit: number): Promise<string[]>;
  /** Claims payments of disputed orders that were not claimed since `before`, longest waiting first. */
  abstract takeDisputed(before: Date, limit: number): Promise<{ readonly intentId: string; readonly provider: string }[]>;
  /** The next claim takes this disputed order, whenever it was claimed before. In the current transaction. */
  abstract takeDisputedNext(id: string): Promise<void>;
  /** Paid orders whose refund is due: backorders whose wait has ended, and those paid before `before` that do not wait. */
  abstract refundsDue(before: Date): Promise<string[]>;
  /**
   * Orders that wait for keys, were paid not behind `until` and whose buyers were not notified of it, longest waiting first, at most 500:
   * the first ones, or those behind the order `after`, whether or not its buyer was notified meanwhile.
   */
  abstract unnotified(until: Date, after: string | null): Promise<string[]>;
  /** The buyer was notified that keys are still to come. In the current transaction. */
  abstract noteNotified(id: string): Promise<void>;
  /** Orders on hold for this reason that were paid before `before`, longest waiting first, at most 100. */
  abstract heldSince(reason: string, before: Date): Promise<string[]>;
}

/** How long a backorder waits for keys, in milliseconds; 0 refunds it at once. */
export abstract class WaitLimits {
  abstract readonly longestWaitMs: number;
}

/** Limits per order, for all callers. */
export abstract class OrderLimits {
  /** A person looks a few times; a script with the link must not fill the log. */
  abstract readonly looksPerHour: number;
  abstract readonly resendsPerDay: number;
}

/** Who buys. An e-mail address stands for its mailbox (`mailboxOf`): other spellings of it are the same customer. */
export interface Buyer {
  readonly userId: string | null;
  /** Null: not known yet. */
  readonly email: string | null;
  /** By `networkOf`. */
  readonly clientAddress: string;
}

/** What a customer has bought, or holds in open checkouts. */
export abstract class BoughtPieces {
  /** Locks the customer, by account and mailbox, until the transaction ends: concurrent checkouts of one customer are counted one after the other. */
  abstract lock(buyer: Buyer): Promise<void>;
  /**
   * Pieces by product, of paid orders of the account or the mailbox, and of open ones of the account, or of the mailbox from the buyer's own
   * network: anybody can open a checkout with somebody else's e-mail address. Orders that expired, failed, were cancelled or refunded do not
   * count.
   * @param since by product, from which instant orders count
   * @param without ids of orders that do not count
   */
  abstract of(buyer: Buyer, since: ReadonlyMap<string, Date>, without: readonly string[]): Promise<ReadonlyMap<string, number>>;
}
