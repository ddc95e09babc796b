import type { OrderStatus } from '../../domain/order-status.ts';

/** Ids of a payment at the provider. */
export interface PaymentNames {
  /** The name of the provider: ids are unique per provider only. */
  readonly provider: string;
  readonly sessionId: string | null;
  readonly paymentId: string | null;
}

export interface OrderState {
  readonly number: string;
  readonly status: OrderStatus;
}

export interface UnpaidOrder extends OrderState {
  readonly sessionId: string;
  /** The name of the provider. */
  readonly provider: string;
  readonly createdAt: Date;
}

/** Orders of payments, for the module that owns the payments. Read-only. */
export abstract class OrderPayments {
  /**
   * For each of these, in the same order, the order of its session or, where it has no session, of its payment; null where there is none. One
   * statement for all.
   */
  abstract ordersOf(payments: readonly PaymentNames[]): Promise<(OrderState | null)[]>;
  /** How an order is paid, by its id, or its number in any spelling; null for an unknown one. */
  abstract paymentOf(idOrNumber: string): Promise<PaymentNames | null>;
  /** Unpaid orders with a session, newest first: open ones placed before `placedBefore`, ended ones that ended after `endedAfter`. */
  abstract unpaid(placedBefore: Date, endedAfter: Date, limit: number): Promise<UnpaidOrder[]>;
}
