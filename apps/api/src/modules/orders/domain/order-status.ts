import { DomainError } from '../../../shared/domain-error.ts';

export const ORDER_STATUSES = [
  'pending',
  'paid',
  'fulfilling',
  'completed',
  'expired',
  'cancelled',
  'payment_failed',
  'on_hold',
  'partially_refunded',
  'refunded',
  'disputed',
  'charged_back',
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/**
 * Allowed transitions. An order on hold is paid again where suppliers are to bring its keys. Keys that nobody has seen can be withheld: such an order is on hold again. `expired` and `payment_failed` may still be paid: a payment can arrive late. A refund can be returned by the bank:
 * then staff decide. A paid and cancelled order can still be refunded. `charged_back`: a dispute was lost over the whole remaining payment;
 * that is no refund.
 */
const TRANSITIONS: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  pending: ['paid', 'expired', 'cancelled', 'payment_failed'],
  expired: ['paid'],
  payment_failed: ['paid'],
  paid: ['fulfilling', 'on_hold', 'partially_refunded', 'refunded', 'disputed'],
  on_hold: ['paid', 'fulfilling', 'refunded', 'cancelled', 'disputed'],
  fulfilling: ['completed', 'on_hold', 'partially_refunded', 'refunded', 'disputed'],
  completed: ['on_hold', 'partially_refunded', 'refunded', 'disputed'],
  partially_refunded: ['refunded', 'disputed'],
  disputed: ['completed', 'partially_refunded', 'refunded', 'on_hold', 'charged_back'],
  cancelled: ['refunded'],
  refunded: ['on_hold'],
  charged_back: [],
};

export class ImpossibleTransition extends DomainError {
  readonly kind = 'conflict';
  constructor(from: OrderStatus, to: OrderStatus) {
    super(`An order that is ${from} cannot become ${to}.`);
  }
}

/** True for a transition, false for the current state. @throws ImpossibleTransition for anything else. */
export function isStep(from: OrderStatus, to: OrderStatus): boolean {
  if (from === to) return false;
  if (!TRANSITIONS[from].includes(to)) throw new ImpossibleTransition(from, to);
  return true;
}
