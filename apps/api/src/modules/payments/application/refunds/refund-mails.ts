import type { PlannedMail } from '../../../../shared/ports.ts';

/** The mail about the shop's own refund. */
export function refundMail(orderId: string): PlannedMail {
  return { id: `${orderId}-refund-1`, kind: 'refund', about: orderId };
}

/** The mail about a refund by staff, or at the provider. */
export function staffRefundMail(orderId: string, refundId: string): PlannedMail {
  return { id: `${orderId}-staff-refund-${refundId}`, kind: 'staff-refund', about: orderId };
}

/** The mail about a refund returned by the bank. */
export function refundBouncedMail(orderId: string, refundId: string): PlannedMail {
  return { id: `${orderId}-refund-bounced-${refundId}`, kind: 'refund-bounced', about: orderId };
}
