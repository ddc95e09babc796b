import { expect, test } from '@jest/globals';
import { ORDER_STATUSES } from '../../domain/order-status.ts';
import { orderIn, step } from '../../testing/order-in-state.ts';
import { orderKeysView, orderView } from './orders.dto.ts';

const view = (order: Parameters<typeof orderView>[0]) => orderView(order, [], undefined, 'https://api.example');

test('an order that was lost to a dispute says so, also where a part was refunded before, and no other one does', () => {
  expect(ORDER_STATUSES.filter((status) => 'isChargedBack' in view(orderIn(status)))).toEqual(['charged_back']);
  const order = orderIn('partially_refunded');
  order.dispute(step, 'fraudulent');
  order.chargeBack(step);
  expect(view(order)).toMatchObject({ status: 'Refunded', refunded: 7, chargedBack: 20, isChargedBack: true });
});

test('an answer says where the keys begin that it has no room for, and nothing where there are none', () => {
  const keys = [0, 1].map((slot) => ({ line: 2, slot, secret: { kind: 'text', key: `KEY-${slot}` } as const }));
  const nextOf = (hasMore: boolean) => orderKeysView(orderIn('completed'), [], { keys, hasMore }, undefined, 'https://api.example').next;
  expect([nextOf(true), nextOf(false)]).toEqual(['2-1', undefined]);
});
