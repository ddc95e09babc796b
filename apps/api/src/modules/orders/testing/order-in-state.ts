import type { Order } from '../domain/order.ts';
import type { OrderStatus } from '../domain/order-status.ts';
import { orderLine, unpaidOrder } from './order-builder.ts';

export const step = { at: new Date('2026-03-01T12:05:00.000Z'), actor: 'test' };

/** An order of two pieces for 10 and one for 7 euros in this state, by the shortest way there. */
export function orderIn(status: OrderStatus): Order {
  const order = unpaidOrder({
    idempotencyKey: 'key-12345678',
    lines: [orderLine({ unitMinor: 1000, quantity: 2 }), orderLine({ productId: 'product-2', name: 'Moon Two', unitMinor: 700 })],
  });
  const pay = () => order.pay({ intentId: 'pi_1', provider: 'stripe' }, step);
  const ways: Record<OrderStatus, readonly (() => unknown)[]> = {
    pending: [],
    paid: [pay],
    fulfilling: [pay, () => order.beginFulfilment(step)],
    completed: [pay, () => order.beginFulfilment(step), () => order.complete(step)],
    expired: [() => order.end('expired', step)],
    cancelled: [pay, () => order.hold('amount differs', step), () => order.cancelHeld(step)],
    payment_failed: [() => order.end('payment_failed', step)],
    on_hold: [pay, () => order.hold('amount differs', step)],
    partially_refunded: [pay, () => order.beginFulfilment(step), () => order.refund(700, step)],
    refunded: [pay, () => order.refundFully(step)],
    disputed: [pay, () => order.dispute(step, 'fraudulent')],
    charged_back: [pay, () => order.dispute(step, 'fraudulent'), () => order.chargeBack(step)],
  };
  for (const go of ways[status]) go();
  return order;
}
