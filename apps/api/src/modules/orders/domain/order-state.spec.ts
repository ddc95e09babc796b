import { expect, test } from '@jest/globals';
import { REMOVED_BUYERS } from '../../../shared/removed-buyers.ts';
import { orderIn, step } from '../testing/order-in-state.ts';
import { unpaidOrder } from '../testing/order-builder.ts';
import type { Order } from './order.ts';
import { ORDER_STATUSES } from './order-status.ts';

const statesWhere = (holds: (order: Order) => boolean) => ORDER_STATUSES.filter((status) => holds(orderIn(status)));

test('a new order has paid, refunded, lost and got nothing', () => {
  expect(unpaidOrder()).toMatchObject({
    status: 'pending',
    sessionId: null,
    sessionUrl: null,
    paymentIntentId: null,
    refundedMinor: 0,
    chargedBackMinor: 0,
    holdReason: null,
    linkRound: 0,
    linkOnly: false,
    fromCountry: null,
    termsVersion: null,
    threeDSecure: null,
    waitingUntil: null,
    createdAt: new Date('2026-03-01T12:00:00.000Z'),
    paidAt: null,
    completedAt: null,
  });
  const chosen = { fromCountry: 'PL', termsVersion: '2026-11-25-1', threeDSecure: 'challenge' } as const;
  expect(unpaidOrder(chosen)).toMatchObject(chosen);
});

test('the lines of an order are its own', () => {
  const lines = [...orderIn('pending').lines];
  const order = unpaidOrder({ lines });
  lines.pop();
  expect(order.lines).toHaveLength(2);
});

test('which states await a payment, are paid, show keys, can be disputed', () => {
  expect(statesWhere((order) => order.isPending())).toEqual(['pending']);
  expect(statesWhere((order) => order.awaitsPayment())).toEqual(['pending', 'expired', 'payment_failed']);
  expect(statesWhere((order) => order.isPaid())).toEqual([
    'paid',
    'fulfilling',
    'completed',
    'on_hold',
    'partially_refunded',
    'refunded',
    'disputed',
    'charged_back',
  ]);
  expect(statesWhere((order) => order.showsKeys())).toEqual(['fulfilling', 'completed', 'partially_refunded']);
  expect(statesWhere((order) => order.canBeDisputed())).toEqual(['paid', 'fulfilling', 'completed', 'on_hold', 'partially_refunded']);
});

test('keys reach nobody once the buyer was removed, for whatever reason', () => {
  const removed = Object.values(REMOVED_BUYERS).map((end) => unpaidOrder({ email: `1${end}` }));
  expect([unpaidOrder(), ...removed].map((order) => order.hasBuyer())).toEqual([true, false, false, false]);
  expect(statesWhere((order) => order.canGetKeys())).toEqual(statesWhere((order) => order.showsKeys()));
  const completed = orderIn('completed');
  completed.moveToEmail(`1${REMOVED_BUYERS.erased}`, step.at);
  expect([completed.showsKeys(), completed.canGetKeys()]).toEqual([true, false]);
});

test('which states can be refunded, in parts and as a whole', () => {
  expect(statesWhere((order) => order.isRefundable('part'))).toEqual(['fulfilling', 'completed', 'partially_refunded']);
  expect(statesWhere((order) => order.isRefundable('whole'))).toEqual([
    'paid',
    'fulfilling',
    'completed',
    'cancelled',
    'on_hold',
    'partially_refunded',
    'disputed',
  ]);
  const unpaid = unpaidOrder();
  unpaid.end('cancelled', step);
  expect(unpaid.isRefundable('whole')).toBe(false);
});

test('the lines for stock are those of which pieces are left, by their number', () => {
  const order = orderIn('paid');
  expect(order.paidLines()).toEqual([
    { line: 0, productId: 'product-1', quantity: 2, slots: [0, 1] },
    { line: 1, productId: 'product-2', quantity: 1, slots: [0] },
  ]);
  const gone = [
    { line: 0, slot: 0 },
    { line: 1, slot: 0 },
  ];
  expect(order.paidLines(gone)).toEqual([{ line: 0, productId: 'product-1', quantity: 1, slots: [1] }]);
});

test('what is left is the payment less refunds and lost disputes', () => {
  const order = orderIn('disputed');
  order.chargeBackPart(500, false, step);
  order.refundElsewhere(200, step);
  expect(order.leftMinor()).toBe(2000);
});

test('an order belongs to its account, and to the owner of its address once that is verified', () => {
  const order = unpaidOrder({ userId: 'ada' });
  expect(order.belongsTo({ userId: 'ada', verifiedEmail: null })).toBe(true);
  expect(order.belongsTo({ userId: 'bob', verifiedEmail: order.email })).toBe(true);
  expect(order.belongsTo({ userId: 'bob', verifiedEmail: 'bob@example.com' })).toBe(false);
  expect(order.belongsTo({ userId: 'bob', verifiedEmail: null })).toBe(false);
});

test('a transfer on its way prolongs a pending order to fourteen days, once', () => {
  const order = unpaidOrder();
  expect(order.isWaitingForTransfer()).toBe(false);
  expect([order.waitForTransfer(), order.waitForTransfer()]).toEqual([true, false]);
  expect(order.expiresAt).toEqual(new Date('2026-03-15T12:00:00.000Z'));
  expect(order.isWaitingForTransfer()).toBe(true);
  order.end('expired', step);
  expect([order.isWaitingForTransfer(), order.waitForTransfer()]).toEqual([false, false]);
});

test('only a paid order with an end to its wait waits for keys', () => {
  const order = orderIn('paid');
  expect(order.waitsForKeys()).toBe(false);
  order.waitForKeys(step.at, step);
  expect(order.waitsForKeys()).toBe(true);
  order.hold('amount differs', step);
  expect(order.waitsForKeys()).toBe(false);
});

test('the provider is the actor of what it did', () => {
  expect(unpaidOrder({ paymentProvider: 'other' }).paidThrough()).toBe('other');
});
