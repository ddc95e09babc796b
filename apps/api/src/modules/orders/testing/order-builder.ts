import { Order, type OrderDraft, type OrderLine } from '../domain/order.ts';

export function orderLine(change: Partial<OrderLine> = {}): OrderLine {
  return {
    productId: 'product-1',
    ref: { type: 'game', id: '1949' },
    name: 'Half Moon',
    platform: 'Steam',
    coverImage: 'images/00-320.webp',
    listMinor: 5900,
    unitMinor: 3600,
    quantity: 1,
    ...change,
  };
}

function orderDraft(change: Partial<OrderDraft> = {}): OrderDraft {
  return {
    email: 'ada@example.com',
    userId: null,
    currency: 'Eur',
    lines: [orderLine()],
    customer: { fullName: 'Ada Buyer', phone: null, company: null, taxNumber: null, zipCode: null, country: null, notes: null },
    termsAcceptedAt: null,
    regionAcceptedAt: null,
    clientAddress: '192.0.2.1',
    browserId: 'browser-1',
    idempotencyKey: null,
    requestHash: 'hash',
    paymentProvider: 'stripe',
    expiresAt: new Date('2026-03-01T12:31:00.000Z'),
    ...change,
  };
}

export function unpaidOrder(change: Partial<OrderDraft> & { id?: string; at?: Date } = {}): Order {
  const { id = 'order-1', at = new Date('2026-03-01T12:00:00.000Z'), ...draft } = change;
  return new Order({ ...orderDraft(draft), id, number: `K-${id}`, at });
}
