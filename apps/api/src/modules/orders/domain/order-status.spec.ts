import { expect, test } from '@jest/globals';
import { ImpossibleTransition, isStep, ORDER_STATUSES, type OrderStatus } from './order-status.ts';

/** Decisions, "Stock, reservation, order", and what follows when a refund fails: every step that is allowed, written out again. */
const allowed = new Set([
  'pending > paid',
  'pending > expired',
  'pending > cancelled',
  'pending > payment_failed',
  'expired > paid',
  'payment_failed > paid',
  'paid > fulfilling',
  'paid > on_hold',
  'paid > partially_refunded',
  'paid > refunded',
  'paid > disputed',
  'on_hold > paid',
  'on_hold > fulfilling',
  'on_hold > refunded',
  'on_hold > cancelled',
  'on_hold > disputed',
  'fulfilling > completed',
  'fulfilling > on_hold',
  'fulfilling > partially_refunded',
  'fulfilling > refunded',
  'fulfilling > disputed',
  'completed > on_hold',
  'completed > partially_refunded',
  'completed > refunded',
  'completed > disputed',
  'partially_refunded > refunded',
  'partially_refunded > disputed',
  'disputed > completed',
  'disputed > partially_refunded',
  'disputed > refunded',
  'disputed > on_hold',
  'disputed > charged_back',
  'cancelled > refunded',
  'refunded > on_hold',
]);

const pairs = ORDER_STATUSES.flatMap((from) => ORDER_STATUSES.map((to): [OrderStatus, OrderStatus] => [from, to]));

test.each(pairs)('from %s to %s is a step, a repeat or an error as the table says', (from, to) => {
  if (from === to) expect(isStep(from, to)).toBe(false);
  else if (allowed.has(`${from} > ${to}`)) expect(isStep(from, to)).toBe(true);
  else expect(() => isStep(from, to)).toThrow(ImpossibleTransition);
});

test('what cannot be is a conflict that names both states', () => {
  expect(() => isStep('refunded', 'paid')).toThrow(
    expect.objectContaining({ kind: 'conflict', message: 'An order that is refunded cannot become paid.' }),
  );
});
