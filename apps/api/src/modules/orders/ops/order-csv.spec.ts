import { expect, test } from '@jest/globals';
import type { StaffOrder } from '../application/ops/staff-orders.ts';
import { orderLine } from '../testing/order-builder.ts';
import { ORDER_COLUMNS, orderCells } from './order-csv.ts';

const order: StaffOrder = {
  id: 'order-1',
  number: 'K1',
  status: 'partially_refunded',
  email: 'ada@example.com',
  userId: null,
  currency: 'Eur',
  totalMinor: 14400,
  refundedMinor: 3850,
  chargedBackMinor: 3600,
  made: [
    { kind: 'pieces', amountMinor: 3600, pieces: [{ line: 0, slot: 1 }] },
    { kind: 'goodwill', amountMinor: 250, pieces: [] },
    { kind: 'chargeback', amountMinor: 3600, pieces: [{ line: 1, slot: 0 }] },
  ],
  lines: [orderLine({ quantity: 3 }), orderLine({ name: 'Other' })],
  customer: {
    fullName: 'Ada Lovelace',
    phone: '020 7946',
    company: 'Engines Ltd',
    taxNumber: 'GB1',
    zipCode: 'W1U',
    country: 'United Kingdom',
    notes: 'A gift,\nplease',
  },
  sessionId: null,
  paymentIntentId: null,
  paymentProvider: 'stripe',
  holdReason: null,
  mailState: 'sent',
  createdAt: new Date(0),
  paidAt: null,
  completedAt: null,
};

const columns = ORDER_COLUMNS.replace('\uFEFF', '').split(',');
const row = Object.fromEntries(orderCells(order).map((cell, place) => [columns[place], cell]));

test('a row holds all that the buyer entered', () => {
  expect(row).toMatchObject({
    email: 'ada@example.com',
    name: 'Ada Lovelace',
    phone: '020 7946',
    company: 'Engines Ltd',
    'tax number': 'GB1',
    'zip code': 'W1U',
    country: 'United Kingdom',
    notes: 'A gift,\nplease',
  });
});

test('a row shows what each refund was for, what a lost dispute took beside them, and what became of its mails', () => {
  expect(row).toMatchObject({
    refunded: '38.50',
    charged_back: '36.00',
    'mail state': 'sent',
    refunds: '1 × Half Moon (key 2 of 3): 36.00; goodwill, keys kept: 2.50; lost dispute, 1 × Other: 36.00',
  });
});
