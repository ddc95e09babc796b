import type { OrderSummary } from '../../application/order-reads.ts';

/** The status as buyers read it. */
export const SHOWN_STATUSES = ['Completed', 'Processing', 'On hold', 'Partially refunded', 'Refunded'] as const;
export type ShownStatus = (typeof SHOWN_STATUSES)[number];

/** `Completed` says that the keys have left, and that no money went back. */
export function shownStatus({
  status,
  completedAt,
  refundedMinor,
  chargedBackMinor,
}: Pick<OrderSummary, 'status' | 'completedAt' | 'refundedMinor' | 'chargedBackMinor'>): ShownStatus {
  if (status === 'refunded' || status === 'charged_back') return 'Refunded';
  if (status === 'on_hold' || (status === 'disputed' && completedAt === null)) return 'On hold';
  if (status !== 'completed' && status !== 'partially_refunded' && status !== 'disputed') return 'Processing';
  return refundedMinor + chargedBackMinor > 0 ? 'Partially refunded' : 'Completed';
}
