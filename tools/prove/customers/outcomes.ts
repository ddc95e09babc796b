import type { Books, OrderRow, Payment } from './books.ts';

/** The least and the most of each. */
const KEY_MAILS = { none: [0, 0], one: [1, 1], 'one at most': [0, 1], two: [2, 2] } as const;

/** What an order has to come to that is disputed, refunded, paid with another amount, or not paid at all. */
export interface Outcome {
  readonly statuses: readonly string[];
  /** Minor units that have to have gone back; `all`: whatever was paid. */
  readonly sentBack: number | 'all';
  /** How many mails with keys its customer has to have got, each of them under one Message-ID. */
  readonly keyMails: keyof typeof KEY_MAILS;
  readonly isUnpaid?: boolean;
}

export const REFUNDED: Outcome = { statuses: ['refunded'], sentBack: 'all', keyMails: 'one at most' };
/** Paid with another amount, and refunded by the staff. */
export const NEVER_DELIVERED: Outcome = { statuses: ['refunded'], sentBack: 'all', keyMails: 'none' };

/** Ended without a payment: nothing is delivered. */
export const unpaid = (status: 'expired' | 'payment_failed'): Outcome => ({
  statuses: [status],
  sentBack: 0,
  keyMails: 'none',
  isUnpaid: true,
});

/** Of an order without a payment. */
export function faultsOfUnpaid({ email, status }: OrderRow, { statuses }: Outcome): string[] {
  return statuses.includes(status) ? [] : [`${email} has to be ${statuses.join(' or ')}, and is ${status} without a payment`];
}

/** In a sentence each. Order, refunds and mails have to name what the provider has sent back. */
export function faultsOfOutcome(payment: Payment, order: OrderRow, books: Books, { statuses, sentBack, keyMails }: Outcome): string[] {
  const { email, status } = order;
  const faults: string[] = [];
  const wanted = sentBack === 'all' ? payment.amountMinor : sentBack;
  const { refundedMinor } = payment;
  if (!statuses.includes(status)) faults.push(`${email} has to be ${statuses.join(' or ')}, and is ${status}`);
  if (refundedMinor !== wanted) faults.push(`${email}: ${wanted} of ${payment.amountMinor} had to go back, and ${refundedMinor} did`);
  if (order.sentBackMinor !== refundedMinor)
    faults.push(`${email}: ${refundedMinor} went back, and its refunds say ${order.sentBackMinor}`);
  // An order counts in its own total: one that is refunded has nothing left, whatever was paid.
  const counted = sentBack === 'all' ? order.totalMinor : refundedMinor;
  if (order.refundedMinor !== counted) faults.push(`${email}: ${counted} of the order went back, and it says ${order.refundedMinor}`);
  const told = new Map(books.refundMails.filter(({ to }) => to === email).map(({ messageId, amountMinor }) => [messageId, amountMinor]));
  const toldMinor = [...told.values()].reduce((sum, amountMinor) => sum + amountMinor, 0);
  if (refundedMinor > 0 && toldMinor !== refundedMinor) faults.push(`${email}: ${refundedMinor} went back, and its mails say ${toldMinor}`);
  const mails = new Set(books.mails.filter(({ to }) => to === email).map(({ messageId }) => messageId)).size;
  const [least, most] = KEY_MAILS[keyMails];
  if (mails < least || mails > most) faults.push(`${email} had to get ${keyMails} of the mails with its keys, and got ${mails}`);
  return faults;
}
