import type { Letters, PlannedLetter } from '../../../shared/ports.ts';

export function keysLetter(orderId: string, attempt: number): PlannedLetter {
  return { id: `${orderId}-keys-${attempt}`, kind: 'keys', about: orderId };
}

/** One more than there were. Called under the order's lock. */
export async function nextKeysLetter(letters: Letters, orderId: string): Promise<PlannedLetter> {
  return keysLetter(orderId, (await letters.about(orderId, 'keys')).length + 1);
}

export function waitingLetter(orderId: string): PlannedLetter {
  return { id: `${orderId}-waiting-1`, kind: 'waiting', about: orderId };
}

export function refundLetter(orderId: string): PlannedLetter {
  return { id: `${orderId}-refund-1`, kind: 'refund', about: orderId };
}

export function refundBouncedLetter(orderId: string, refundId: string): PlannedLetter {
  return { id: `${orderId}-refund-bounced-${refundId}`, kind: 'refund-bounced', about: orderId };
}

export function staffRefundLetter(orderId: string, refundId: string): PlannedLetter {
  return { id: `${orderId}-staff-refund-${refundId}`, kind: 'staff-refund', about: orderId };
}
