import { expect, test } from '@jest/globals';
import { orderLine, unpaidOrder } from '../testing/order-builder.ts';

const step = { at: new Date('2026-03-01T12:05:00.000Z'), actor: 'stripe' };

test('the total is the sum of unit × quantity in minor units', () => {
  const order = unpaidOrder({ lines: [orderLine({ unitMinor: 1999, quantity: 3 }), orderLine({ productId: 'product-2', unitMinor: 50 })] });
  expect(order.totalMinor).toBe(6047);
});

test('a second payment of an order changes nothing and is no event', () => {
  const order = unpaidOrder();
  expect(order.pay({ intentId: 'pi_1', provider: 'stripe' }, step).map(({ kind }) => kind)).toEqual(['paid']);
  expect(order.pay({ intentId: 'pi_2', provider: 'stripe' }, step)).toEqual([]);
  expect(order.paymentIntentId).toBe('pi_1');
});

test.each(['expired', 'payment_failed'] as const)('an order that is %s can still be paid late', (as) => {
  const order = unpaidOrder();
  order.end(as, step);
  expect(order.pay({ intentId: 'pi_1', provider: 'stripe' }, step)).toHaveLength(1);
});

test('an order that is paid is not ended by a session that expires', () => {
  const order = unpaidOrder();
  order.pay({ intentId: 'pi_1', provider: 'stripe' }, step);
  expect(order.end('expired', step)).toEqual([]);
  expect(order.status).toBe('paid');
});

test('an order that ended without a payment frees its idempotency key', () => {
  const order = unpaidOrder({ idempotencyKey: 'key-12345678' });
  order.end('expired', step);
  expect(order.idempotencyKey).toBeNull();
});

test('every step names who took it and when', () => {
  const [event] = unpaidOrder().pay({ intentId: null, provider: 'stripe' }, step);
  expect(event).toMatchObject({ actor: 'stripe', at: step.at });
});

test('money goes back line by line until all of it has', () => {
  const order = unpaidOrder({ lines: [orderLine({ unitMinor: 1000 }), orderLine({ unitMinor: 500 }), orderLine({ unitMinor: 300 })] });
  order.pay({ intentId: 'pi_1', provider: 'stripe' }, step);
  order.beginFulfilment(step);
  expect(order.refund(1000, step)).toMatchObject([{ kind: 'partially_refunded', data: { amountMinor: 1000 } }]);
  expect(order.refund(500, step)).toMatchObject([{ kind: 'partially_refunded', data: { amountMinor: 500 } }]);
  expect([order.status, order.refundedMinor]).toEqual(['partially_refunded', 1500]);
  expect(order.refund(300, step)).toMatchObject([{ kind: 'refunded', data: { amountMinor: 300 } }]);
  expect([order.status, order.refundedMinor]).toEqual(['refunded', 1800]);
});

test('what a lost dispute took is no refund: the order says so, in part and as a whole', () => {
  const order = unpaidOrder({ lines: [orderLine({ unitMinor: 1000 }), orderLine({ unitMinor: 500 })] });
  order.pay({ intentId: 'pi_1', provider: 'stripe' }, step);
  order.beginFulfilment(step);
  order.dispute(step, 'fraudulent');
  order.chargeBackPart(500, false, step);
  order.resumeAfterDispute(step);
  expect([order.status, order.refundedMinor, order.chargedBackMinor, order.leftMinor()]).toEqual(['completed', 0, 500, 1000]);
  order.refund(400, step);
  order.dispute(step, 'fraudulent');
  expect(order.chargeBack(step)).toMatchObject([{ kind: 'charged_back', data: { amountMinor: 600 } }]);
  expect([order.refundedMinor, order.chargedBackMinor, order.leftMinor(), order.showsKeys()]).toEqual([400, 1100, 0, false]);
  expect(order.refundFully(step)).toEqual([]);
});

test('partial refunds are possible once the keys are allocated, only full ones before', () => {
  const order = unpaidOrder();
  expect([order.isRefundable('whole'), order.isRefundable('part')]).toEqual([false, false]);
  order.pay({ intentId: 'pi_1', provider: 'stripe' }, step);
  expect([order.isRefundable('whole'), order.isRefundable('part')]).toEqual([true, false]);
  order.beginFulfilment(step);
  expect([order.isRefundable('whole'), order.isRefundable('part')]).toEqual([true, true]);
});
