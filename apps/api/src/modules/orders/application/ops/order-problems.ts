import type { OrderStatus } from '../../domain/order-status.ts';

/** An order whose payment, delivery or refund is stuck or failed. */
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
  /** Refunds requested before this and not made are overdue. */
  readonly overdueBefore: Date;
  /** External refunds are listed since then. */
  readonly elsewhereAfter: Date;
}

/** Orders that need staff, for the list of mismatches with the provider. Read-only. */
export abstract class OrderProblems {
  /** In the order of the kinds, of each the oldest first and at most `limit`; of orders that are not delivered as many before their mail is planned and after. */
  abstract all(limits: ProblemLimits, limit: number): Promise<OrderProblem[]>;
}
