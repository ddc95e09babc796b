import { expect, test } from '@jest/globals';
import type { CardChecks } from '../../../risk/index.ts';
import { orderLine, unpaidOrder } from '../../testing/order-builder.ts';
import { checkoutToAssess, toAssess } from './order-to-assess.ts';

const at = new Date('2026-03-01T12:05:00.000Z');
const customer = { fullName: 'Ada Buyer', phone: null, company: null, taxNumber: null, zipCode: null, country: 'Poland', notes: null };
const lines = [
  orderLine({ productId: 'product-1', category: 'gift', unitMinor: 1000, quantity: 3 }),
  orderLine({ productId: 'product-2', unitMinor: 700 }),
];
const order = unpaidOrder({ userId: 'user-1', currency: 'Pln', customer, lines, fromCountry: 'DE' });
const known = {
  email: 'ada@example.com',
  accountId: 'user-1',
  address: '192.0.2.1',
  browserId: 'browser-1',
  currency: 'Pln',
  totalMinor: 3700,
  lines: [
    { productId: 'product-1', category: 'gift', totalMinor: 3000 },
    { productId: 'product-2', category: null, totalMinor: 700 },
  ],
  countries: { chosen: 'PL', header: 'DE' },
};

test('a checkout is assessed with what its buyer is known by, and each line with what it costs in all', () => {
  expect(checkoutToAssess(order, 3700, at)).toEqual({ ...known, at });
  const plain = unpaidOrder();
  expect(checkoutToAssess({ ...plain, lines: [orderLine()] }, 3600, at)).toMatchObject({
    accountId: null,
    lines: [{ productId: 'product-1', category: null, totalMinor: 3600 }],
    countries: { chosen: null, header: null },
  });
});

test('a paid order is assessed with its card, and from when the shop knew of the payment', () => {
  const card = { riskLevel: 'normal' } as unknown as CardChecks;
  expect(toAssess(order, { card }, at)).toEqual({ ...known, orderId: 'order-1', card, paidAt: at });
  expect(toAssess(order, {}, at).card).toBeNull();
});
