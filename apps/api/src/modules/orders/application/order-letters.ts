import type { PlannedLetter } from '../../../shared/ports.ts';

export function keysLetter(orderId: string, attempt: number): PlannedLetter {
  return { id: `${orderId}-keys-${attempt}`, kind: 'keys', about: orderId };
}

export function waitingLetter(orderId: string): PlannedLetter {
  return { id: `${orderId}-waiting-1`, kind: 'waiting', about: orderId };
}

export function refundLetter(orderId: string): PlannedLetter {
  return { id: `${orderId}-refund-1`, kind: 'refund', about: orderId };
}

export function staffRefundLetter(orderId: string, refundId: string): PlannedLetter {
  return { id: `${orderId}-staff-refund-${refundId}`, kind: 'staff-refund', about: orderId };
}
