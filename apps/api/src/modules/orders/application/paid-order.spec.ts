import { expect, jest, test } from '@jest/globals';
import type { Batched } from '../../../shared/batches.ts';
import type { PlannedMail } from '../../../shared/ports.ts';
import { FixedClock, PlainTransaction, RecordingAlerts, RecordingMailOutbox, RecordingOutbox } from '../../../testing/fakes.ts';
import { assessing } from '../../risk/testing/assessing.ts';
import { InMemoryKeyStock } from '../../stock/testing/in-memory-key-stock.ts';
import { InMemoryOrders } from '../testing/in-memory-orders.ts';
import { InMemoryRefunds } from '../testing/in-memory-refunds.ts';
import { orderLine, unpaidOrder } from '../testing/order-builder.ts';
import { FulfilBackorders } from './fulfil-backorders.ts';
import { NoteOrderMail } from './note-order-mail.ts';
import { keysMail, nextKeysMail, replacementMail, waitingMail } from './order-mails.ts';
import { ReplanFreedKeys } from './replan-freed-keys.ts';
import { PAYMENT_DIFFERENCES, TakePayment } from './take-payment.ts';

const HOUR = 3_600_000;

async function shop({ keys = 2, longestWaitMs = 0 } = {}) {
  const clock = new FixedClock();
  const orders = new InMemoryOrders(clock);
  const mails = new RecordingMailOutbox(clock);
  const stock = new InMemoryKeyStock(clock);
  const outbox = new RecordingOutbox();
  const alerts = new RecordingAlerts();
  const transaction = new PlainTransaction();
  const add = (count: number) =>
    stock.add(
      Array.from({ length: count }, (_, key) => ({
        productId: 'product-1',
        secret: { kind: 'text', key: `KEY-${stock.keys.all().length + key}` } as const,
      })),
    );
  await add(keys);
  const placed = async (id: string, reservedMs = HOUR) => {
    const order = unpaidOrder({ id, lines: [orderLine({ unitMinor: 1000 })] });
    await orders.save(order, []);
    await stock.reserve(id, order.lines, new Date(clock.now().getTime() + reservedMs));
    return order;
  };
  const taking = new TakePayment(orders, mails, stock, assessing().assess, outbox, alerts, { longestWaitMs }, transaction, clock);
  const pay = (id: string, change: object = {}) =>
    taking.run(id, { amountMinor: 1000, currency: 'Eur', intentId: `pi-${id}`, provider: 'stripe', ...change }, 'stripe');
  return {
    clock,
    orders,
    mails,
    stock,
    outbox,
    alerts,
    add,
    placed,
    pay,
    note: new NoteOrderMail(orders, clock),
    replan: new ReplanFreedKeys(orders, stock, mails),
    fill: new FulfilBackorders(orders, stock, mails, new InMemoryRefunds(clock), transaction, clock),
    planned: () => mails.planned.map(({ id }) => id),
    free: async () => (await stock.available(['product-1'])).get('product-1'),
  };
}

test('orders that are paid together and have their keys are written together, and no order is taken alone', async () => {
  const { orders, placed, pay, planned, stock } = await shop();
  for (const id of ['a', 'b']) await placed(id);
  const [alone, together] = [jest.spyOn(orders, 'forUpdate'), jest.spyOn(orders, 'saveAll')];
  expect(await Promise.all([pay('a'), pay('b')])).toEqual(['paid', 'paid']);
  expect(alone).not.toHaveBeenCalled();
  expect(together.mock.calls.flat(2).map(({ order }) => order.id)).toEqual(['a', 'b']);
  for (const id of ['a', 'b']) {
    expect(orders.events.filter(({ orderId }) => orderId === id)).toMatchObject([
      { kind: 'paid', actor: 'stripe' },
      { kind: 'fulfilling', actor: 'stripe' },
    ]);
    expect((await stock.reveal(id)).keys.map(({ line, slot }) => [line, slot])).toEqual([[0, 0]]);
  }
  expect(planned()).toEqual(['a-keys-1', 'b-keys-1']);
});

test('what is not plain is left out of the batch: a repeat, another amount, an unknown order, one that was paid, one without its keys', async () => {
  const { orders, placed, pay, clock, stock } = await shop({ keys: 4 });
  for (const id of ['plain', 'wrong', 'before']) await placed(id);
  await placed('lapsed', 1);
  await pay('before');
  clock.advance(1);
  await stock.releaseLapsed();
  const together = jest.spyOn(orders, 'saveAll');
  const outcomes = await Promise.all([
    pay('plain'),
    pay('plain'),
    pay('wrong', { amountMinor: 1 }),
    pay('nobody'),
    pay('before'),
    pay('lapsed'),
  ]);
  expect(outcomes).toEqual(['paid', 'already paid', 'on hold', 'unknown order', 'already paid', 'paid']);
  expect(together.mock.calls.flat(2).map(({ order }) => order.id)).toEqual(['plain']);
});

test('a payment that does not match keeps the keys for thirty days', async () => {
  const { placed, pay, clock, free, orders } = await shop();
  await placed('a');
  await pay('a', { amountMinor: 1 });
  expect(orders.events.map(({ kind }) => kind)).toEqual(['paid', 'on_hold']);
  clock.advance(30 * 24 * HOUR - 1);
  expect(await free()).toBe(1);
  clock.advance(1);
  expect(await free()).toBe(2);
});

test('one without keys is noted as short, refunded or made to wait', async () => {
  const refunded = await shop({ keys: 0 });
  await refunded.placed('a');
  await refunded.pay('a');
  const { clock, orders } = refunded;
  expect(orders.events[1]).toEqual({ orderId: 'a', kind: 'stock_short', actor: 'stripe', data: {}, at: clock.now() });
  expect(orders.events.map(({ kind }) => kind)).toEqual(['paid', 'stock_short']);
  const waiting = await shop({ keys: 0, longestWaitMs: HOUR });
  await waiting.placed('a');
  await waiting.pay('a');
  expect(waiting.orders.events.map(({ kind }) => kind)).toEqual(['paid', 'stock_short', 'waiting_for_keys']);
  expect(waiting.planned()).toEqual(['a-waiting-1']);
});

test('a backorder is delivered once its keys have come, once', async () => {
  const { placed, pay, add, fill, orders, planned, clock } = await shop({ keys: 0, longestWaitMs: HOUR });
  const order = await placed('a');
  await pay('a');
  await add(1);
  await fill.run();
  await fill.run();
  expect(orders.events.at(-1)).toEqual({ orderId: 'a', kind: 'fulfilling', actor: 'worker', data: {}, at: clock.now() });
  expect([order.status, planned()]).toEqual(['fulfilling', ['a-waiting-1', 'a-keys-1']]);
});

test('one that no longer waits, or whose keys are gone, is not delivered', async () => {
  const { placed, pay, add, fill, planned, clock, stock } = await shop({ keys: 0, longestWaitMs: HOUR });
  const order = await placed('a');
  await pay('a');
  await add(1);
  const allocate = jest.spyOn(stock, 'allocate').mockResolvedValueOnce(false);
  await fill.run();
  expect([order.status, allocate.mock.calls.length]).toEqual(['paid', 1]);
  order.giveUpWaiting({ at: clock.now(), actor: 'staff' });
  jest.spyOn(stock, 'filledWaits').mockResolvedValueOnce(['a', 'nobody']);
  await fill.run();
  expect([order.status, planned()]).toEqual(['paid', ['a-waiting-1']]);
});

test('mails that left together are noted together, with the time since the payment; what is locked or gone is left out', async () => {
  const { placed, pay, note, orders, clock } = await shop();
  for (const id of ['a', 'b']) {
    await placed(id);
    await pay(id);
  }
  clock.advance(5000);
  const inContext = <T>(work: () => T) => work();
  const mail = (item: PlannedMail) => ({ item, inContext }) as unknown as Batched<PlannedMail>;
  const noted = await note.allSent([mail(keysMail('a', 1)), mail(waitingMail('b')), mail(keysMail('nobody', 1))]);
  expect([...noted]).toEqual([
    ['a-keys-1', 5000],
    ['b-waiting-1', null],
  ]);
  expect(orders.events.slice(4)).toEqual([
    { orderId: 'a', kind: 'mail_sent', actor: 'worker', data: { mailId: 'a-keys-1' }, at: clock.now() },
    { orderId: 'a', kind: 'completed', actor: 'worker', data: {}, at: clock.now() },
    { orderId: 'b', kind: 'mail_sent', actor: 'worker', data: { mailId: 'b-waiting-1' }, at: clock.now() },
  ]);
});

test('a mail that did not leave is noted with its reason, and completes nothing', async () => {
  const { placed, pay, note, orders } = await shop();
  await placed('a');
  await pay('a');
  expect(await note.run('a', keysMail('a', 1), 'delayed', 'mailbox full')).toEqual({ deliveredAfterMs: null });
  expect(orders.events.at(-1)).toMatchObject({ kind: 'mail_delayed', data: { mailId: 'a-keys-1', reason: 'mailbox full' } });
  expect(await note.run('a', keysMail('a', 1), 'sent')).toEqual({ deliveredAfterMs: 0 });
  await expect(note.run('nobody', keysMail('nobody', 1), 'sent')).rejects.toThrow('Order nobody is gone.');
});

test('keys that are released while their mail is dropped get another mail, if the buyer may see them', async () => {
  const { placed, pay, replan, planned } = await shop();
  await placed('a');
  await replan.run('a');
  await pay('a');
  await replan.run('a');
  await replan.run('nobody');
  expect(planned()).toEqual(['a-keys-1', 'a-keys-2']);
});

test.each([
  ['its buyer was removed', { email: 'erased-1@erased.invalid' }],
  ['its keys were taken back', {}],
])('a mail that is dropped has no other after it where %s, and its keys count as mailed', async (_what, change) => {
  const { placed, pay, replan, planned, stock, orders } = await shop();
  const order = await placed('a');
  await pay('a');
  const events = [...orders.events];
  Object.assign(order, change);
  if (order.hasBuyer()) for (const row of stock.keys.all()) if (row.orderId === 'a') stock.keys.change(row, { state: 'burnt' });
  await replan.run('a');
  expect([planned(), order.keysMailed, orders.events]).toEqual([['a-keys-1'], 'tried', events]);
});

test('keys that left after a part went back complete nothing', async () => {
  const { placed, pay, note, orders, clock } = await shop();
  const order = await placed('a');
  await pay('a');
  order.refund(1, { at: clock.now(), actor: 'ada' });
  await note.run('a', keysMail('a', 1), 'sent');
  expect([order.status, orders.events.at(-1)?.kind]).toEqual(['partially_refunded', 'mail_sent']);
});

test('mails are named by order, kind and attempt', async () => {
  const { mails } = await shop();
  expect(await nextKeysMail(mails, 'a')).toEqual({ id: 'a-keys-1', kind: 'keys', about: 'a' });
  expect(waitingMail('a')).toEqual({ id: 'a-waiting-1', kind: 'waiting', about: 'a' });
  expect(replacementMail(keysMail('a', 2), { line: 0, slot: 2 })).toEqual({ id: 'a-keys-2-replaced-1-3', kind: 'keys', about: 'a' });
});

test('payments that differ are known by their hold reasons', () => {
  expect([...PAYMENT_DIFFERENCES]).toEqual(['currency differs', 'amount differs']);
});
