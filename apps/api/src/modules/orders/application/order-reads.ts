import type { MadeRefund } from './ops/staff-orders.ts';
import type { Order } from '../domain/order.ts';

/** Owner of orders: the account, and its e-mail once that is verified (null before). */
export interface Owner {
  readonly userId: string;
  readonly verifiedEmail: string | null;
}

/** An order for its buyer, without the refunded pieces. */
export type OrderSummary = Pick<
  Order,
  'id' | 'number' | 'status' | 'currency' | 'totalMinor' | 'refundedMinor' | 'chargedBackMinor' | 'lines' | 'createdAt' | 'completedAt'
>;

export abstract class OrderReads {
  /** Paid orders, newest first, at most 200. */
  abstract ofOwner(owner: Owner): Promise<(OrderSummary & { readonly made: readonly MadeRefund[] })[]>;
  /** Whether an order of the owner with this product was delivered and not refunded. `productId` is the own id. */
  abstract hasDelivered(owner: Owner, productId: string): Promise<boolean>;
  /**
   * Of these owners the ids of those who have bought this product and kept none of it: every such order was refunded or charged back.
   * `productId` is the own id.
   */
  abstract whoGaveBack(owners: readonly Owner[], productId: string): Promise<ReadonlySet<string>>;
  /** The `traceparent` of the request that placed the order of this payment session; null where none was noted. */
  abstract traceOf(sessionId: string): Promise<string | null>;
}
