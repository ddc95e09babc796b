import type { OrderStatus } from '../../domain/order-status.ts';

/** An order whose payment, delivery or refund hangs or went wrong. */
export interface OrderProblem {
  readonly kind: 'on-hold' | 'disputed' | 'not-delivered' | 'refund-open' | 'refund-failed' | 'refund-elsewhere';
  readonly orderNumber: string;
  readonly orderStatus: OrderStatus;
  readonly detail: string;
  /** ISO 8601. */
  readonly since: string;
}

export interface ProblemLimits {
  /** Orders that were paid before and are not delivered are stuck. */
  readonly stuckBefore: Date;
  /** Refunds that were asked for before and are not made are overdue. */
  readonly overdueBefore: Date;
  /** Refunds that were made at the provider count since then. */
  readonly elsewhereAfter: Date;
}

/** Orders that need people, for the list of mismatches with the provider. Reads only. */
export abstract class OrderProblems {
  /** In the order of the kinds, of each the oldest first and at most `limit`; of orders that are not delivered as many before their mail is planned and after. */
  abstract all(limits: ProblemLimits, limit: number): Promise<OrderProblem[]>;
}
