import { expect, test } from '@jest/globals';
import type { OrderStatus } from '../../domain/order-status.ts';
import { shownStatus } from './shown-status.ts';

const delivered = new Date('2026-03-01');

test.each<[OrderStatus, { completedAt?: Date | null; refundedMinor?: number; chargedBackMinor?: number }, string]>([
  ['paid', { completedAt: null }, 'Processing'],
  ['fulfilling', { completedAt: null }, 'Processing'],
  ['completed', {}, 'Completed'],
  ['completed', { chargedBackMinor: 300 }, 'Partially refunded'],
  ['partially_refunded', { refundedMinor: 300 }, 'Partially refunded'],
  ['disputed', {}, 'Completed'],
  ['disputed', { refundedMinor: 300 }, 'Partially refunded'],
  ['disputed', { completedAt: null }, 'On hold'],
  ['on_hold', { completedAt: null }, 'On hold'],
  ['refunded', { refundedMinor: 1000 }, 'Refunded'],
  ['charged_back', { chargedBackMinor: 1000 }, 'Refunded'],
])('an order that is %s, with %j, is shown as %s', (status, change, shown) => {
  expect(shownStatus({ status, completedAt: delivered, refundedMinor: 0, chargedBackMinor: 0, ...change })).toBe(shown);
});
