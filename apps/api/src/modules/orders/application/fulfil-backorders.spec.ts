import { expect, test } from '@jest/globals';
import { FixedClock, PlainTransaction, RecordingMailOutbox } from '../../../testing/fakes.ts';
import { InMemoryKeyStock } from '../../stock/testing/in-memory-key-stock.ts';
import { InMemoryOrders } from '../testing/in-memory-orders.ts';
import { InMemoryRefunds } from '../testing/in-memory-refunds.ts';
import { orderIn, step } from '../testing/order-in-state.ts';
import { FulfilBackorders } from './fulfil-backorders.ts';
import { keysMail } from './order-mails.ts';

test('a backorder of which pieces were charged back is delivered without them', async () => {
  const clock = new FixedClock();
  const [orders, stock, refunds] = [new InMemoryOrders(clock), new InMemoryKeyStock(clock), new InMemoryRefunds(clock)];
  const order = orderIn('paid');
  await orders.save(order, order.waitForKeys(clock.now(), step));
  const lost = { id: 'dp_1', orderId: order.id, kind: 'chargeback' as const, amountMinor: 1000, isWhole: false, askedBy: 'stripe' };
  await refunds.add({ ...lost, pieces: [{ line: 0, slot: 1 }], reason: null, keyIds: [] });
  await refunds.done(lost.id, lost.amountMinor);
  await stock.wait(order.id, order.paidLines(await refunds.piecesGone(order.id)));
  await stock.add(['product-1', 'product-2'].map((productId) => ({ productId, secret: { kind: 'text', key: `KEY-${productId}` } })));
  await new FulfilBackorders(orders, stock, new RecordingMailOutbox(clock), refunds, new PlainTransaction(), clock).run();
  expect((await stock.reveal(order.id)).keys.map(({ line, slot }) => [line, slot])).toEqual([
    [0, 0],
    [1, 0],
  ]);
});

test('a backorder that had a mail of keys before it was on hold gets another one', async () => {
  const clock = new FixedClock();
  const [orders, stock, mails] = [new InMemoryOrders(clock), new InMemoryKeyStock(clock), new RecordingMailOutbox(clock)];
  const order = orderIn('paid');
  await orders.save(order, order.waitForKeys(clock.now(), step));
  await mails.plan(keysMail(order.id, 1));
  await mails.withdraw(order.id, 'keys');
  await stock.wait(order.id, order.paidLines());
  const productIds = order.lines.flatMap(({ productId, quantity }) => Array.from({ length: quantity }, () => productId));
  await stock.add(productIds.map((productId, index) => ({ productId, secret: { kind: 'text', key: `KEY-${index}` } })));
  await new FulfilBackorders(orders, stock, mails, new InMemoryRefunds(clock), new PlainTransaction(), clock).run();
  expect([order.status, mails.planned.at(-1)?.id]).toEqual(['fulfilling', `${order.id}-keys-2`]);
});
