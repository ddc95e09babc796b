import type { PlannedMail } from '../../../../shared/ports.ts';

/** The mail of the refund that the shop makes by itself. */
export function refundMail(orderId: string): PlannedMail {
  return { id: `${orderId}-refund-1`, kind: 'refund', about: orderId };
}

/** The mail of one refund by the staff, or at the provider. */
export function staffRefundMail(orderId: string, refundId: string): PlannedMail {
  return { id: `${orderId}-staff-refund-${refundId}`, kind: 'staff-refund', about: orderId };
}

/** The mail about a refund whose money the bank sent back. */
export function refundBouncedMail(orderId: string, refundId: string): PlannedMail {
  return { id: `${orderId}-refund-bounced-${refundId}`, kind: 'refund-bounced', about: orderId };
}
