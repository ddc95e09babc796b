import { expect, test } from '@jest/globals';
import type { OrderRow } from './books.ts';
import { faultsOfOutcome, type Outcome } from './outcomes.ts';

const ORDER: OrderRow = {
  id: 'o1',
  session: 'cs_1',
  email: 'ada@example.com',
  status: 'completed',
  totalMinor: 2000,
  refundedMinor: 0,
  sentBackMinor: 0,
  isWaiting: false,
  lines: [{ kinguinId: 7, quantity: 1 }],
  createdAt: 1100,
  endedAt: null,
  paidAt: 1200,
  refundAskedAt: null,
  isPaidLate: false,
  hadKeys: true,
  isWaitCutShort: false,
};
const PAYMENT = { session: 'cs_1', amountMinor: 2000, refundedMinor: 0, lostMinor: 0, intent: 'pi_1' };
const withMails = (...ids: readonly string[]) => ({
  orders: [ORDER],
  payments: [PAYMENT],
  mails: ids.map((messageId) => ({ to: ORDER.email, messageId, keys: ['A'] })),
  refundMails: [],
});

test.each<[Outcome['keyMails'], readonly number[]]>([
  ['none', [0]],
  ['one at most', [0, 1]],
  ['one', [1]],
  ['two', [2]],
])('%s of the mails with keys are told from more and fewer', (keyMails, right) => {
  const outcome = { statuses: ['completed'], sentBack: 0, keyMails };
  const isRight = (...ids: readonly string[]) => faultsOfOutcome(PAYMENT, ORDER, withMails(...ids), outcome).length === 0;
  const found = [isRight(), isRight('<1>', '<1>'), isRight('<1>', '<2>'), isRight('<1>', '<2>', '<3>')];
  expect(found).toEqual([0, 1, 2, 3].map((mails) => right.includes(mails)));
});
