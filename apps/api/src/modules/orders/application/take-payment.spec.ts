import { expect, jest, test } from '@jest/globals';
import { FixedClock, PlainTransaction, RecordingAlerts, RecordingMailOutbox, RecordingOutbox } from '../../../testing/fakes.ts';
import { assessing } from '../../risk/testing/assessing.ts';
import { ORDINARY_CARD } from '../../risk/testing/ordinary.ts';
import { InMemoryKeyStock } from '../../stock/testing/in-memory-key-stock.ts';
import { InMemoryOrders } from '../testing/in-memory-orders.ts';
import { orderLine, unpaidOrder } from '../testing/order-builder.ts';
import type { CardChecks } from '../../risk/index.ts';
import { TakePayment } from './take-payment.ts';

async function shop({ keys = 2, quantity = 2, longestWaitMs = 0 }: { keys?: number; quantity?: number; longestWaitMs?: number } = {}) {
  const clock = new FixedClock();
  const orders = new InMemoryOrders(clock);
  const mails = new RecordingMailOutbox();
  const stock = new InMemoryKeyStock(clock);
  const outbox = new RecordingOutbox();
  await stock.add(
    Array.from({ length: keys }, (_, index) => ({ productId: 'product-1', secret: { kind: 'text', key: `KEY-${index}` } as const })),
  );
  const order = unpaidOrder({ lines: [orderLine({ quantity })] });
  await orders.save(order, []);
  const alerts = new RecordingAlerts();
  const { assess, records } = assessing();
  const takePayment = new TakePayment(orders, mails, stock, assess, outbox, alerts, { longestWaitMs }, new PlainTransaction(), clock);
  const pay = (change: Partial<Parameters<TakePayment['run']>[1]> = {}) =>
    takePayment.run(
      order.id,
      { amountMinor: order.totalMinor, currency: 'Eur', intentId: 'pi_1', provider: 'stripe', ...change },
      'stripe',
    );
  return { order, orders, clock, pay, stock, mails, outbox, alerts, takePayment, records };
}

test('a payment of the right amount allocates every key and plans one mail', async () => {
  const { order, pay, stock, mails } = await shop();
  expect(await pay()).toBe('paid');
  expect(order.status).toBe('fulfilling');
  expect((await stock.reveal(order.id)).keys).toHaveLength(2);
  expect(mails.planned).toEqual([{ id: `${order.id}-keys-1`, kind: 'keys', about: order.id }]);
});

test('what suppliers have promised is waited for, and the timeline says so', async () => {
  const { order, orders, pay, stock } = await shop({ keys: 0 });
  jest.spyOn(stock, 'isCommitted').mockResolvedValue(true);
  expect(await pay()).toBe('waiting for keys');
  expect(orders.events.filter(({ orderId }) => orderId === order.id).map(({ kind }) => kind)).toEqual(['paid', 'waiting_for_keys']);
});

const card = (change: Partial<CardChecks> = {}): CardChecks => ({ ...ORDINARY_CARD, country: null, ...change });

test('an order that may be fraud is held with its keys reserved for thirty days, and the staff is told why', async () => {
  const { order, pay, stock, mails, alerts, clock, orders } = await shop();
  await stock.reserve(order.id, order.lines, new Date(clock.now().getTime() + 60_000));
  expect(await pay({ card: card({ cvc: 'fail' }), page: 'https://pay.example/payments/pi_1' })).toBe('on hold');
  expect(order).toMatchObject({ status: 'on_hold', holdReason: 'risk', linkOnly: false });
  expect((await stock.reveal(order.id)).keys).toEqual([]);
  clock.advance(30 * 86_400_000 - 1);
  await stock.releaseLapsed();
  expect((await stock.available(['product-1'])).get('product-1')).toBe(0);
  expect(mails.planned.map(({ kind }) => kind)).toEqual(['waiting']);
  expect(alerts.raised).toEqual([
    {
      kind: 'order-held',
      id: order.id,
      about: order.number,
      detail:
        '72.00 EUR may be fraud: The security code of the card is wrong. No earlier paid order of this e-mail address or account is known.',
      link: 'https://pay.example/payments/pi_1',
    },
  ]);
  expect(orders.events.map(({ kind }) => kind)).toEqual(['paid', 'on_hold']);
});

test('a refused order gives its keys back and is refunded', async () => {
  const { order, pay, stock, mails, outbox, clock, orders } = await shop();
  await stock.reserve(order.id, order.lines, new Date(clock.now().getTime() + 60_000));
  expect(await pay({ card: card({ riskLevel: 'highest' }) })).toBe('refused');
  expect((await stock.available(['product-1'])).get('product-1')).toBe(2);
  expect(orders.events.map(({ kind }) => kind)).toEqual(['paid', 'risk_refused']);
  expect(outbox.messages).toEqual([{ queue: 'payments', job: 'refund', id: `refund-${order.id}`, data: { orderId: order.id } }]);
  expect(mails.planned).toEqual([]);
});

test.each([
  ['that was never paid', 'order-1@unpaid.invalid'],
  ['that was erased', 'erased-1@erased.invalid'],
  ['whose years of accounting are over', 'order-1@accounted.invalid'],
])('the late payment of an order %s goes back: nobody is left to deliver to', async (_what, email) => {
  const { order, pay, stock, mails, outbox, clock, orders, records } = await shop();
  await stock.reserve(order.id, order.lines, new Date(clock.now().getTime() + 60_000));
  order.moveToEmail(email, clock.now());
  expect(await pay()).toBe('refunding');
  expect([order.status, (await stock.available(['product-1'])).get('product-1')]).toEqual(['paid', 2]);
  expect(orders.events.map(({ kind }) => kind)).toEqual(['paid', 'buyer_removed']);
  expect(outbox.messages).toEqual([{ queue: 'payments', job: 'refund', id: `refund-${order.id}`, data: { orderId: order.id } }]);
  expect([mails.planned, records.decisions.size]).toEqual([[], 0]);
});

test('an order that is delivered by a link has its keys and its mail', async () => {
  const { order, pay, mails } = await shop();
  expect(await pay({ card: card({ riskLevel: 'elevated' }) })).toBe('paid');
  expect(order).toMatchObject({ status: 'fulfilling', linkOnly: true });
  expect(mails.planned.map(({ kind }) => kind)).toEqual(['keys']);
});

test('payments of one moment are decided about in one look and stored in one statement, except those that are not delivered', async () => {
  const { orders, stock, records, takePayment, clock } = await shop({ keys: 4, quantity: 1 });
  const ids = ['a', 'b', 'link', 'held', 'refused'];
  for (const id of ids) {
    const order = unpaidOrder({ id, lines: [orderLine({ quantity: 1 })] });
    await orders.save(order, []);
    await stock.reserve(id, order.lines, new Date(clock.now().getTime() + 60_000));
  }
  const [asked, added] = [jest.spyOn(records, 'ask'), jest.spyOn(records, 'add')];
  const pay = (id: string, change: Partial<CardChecks> = {}) =>
    takePayment.run(id, { amountMinor: 3600, currency: 'Eur', intentId: `pi-${id}`, provider: 'stripe', card: card(change) }, 'stripe');
  const outcomes = await Promise.all([
    pay('a'),
    pay('b'),
    pay('link', { riskLevel: 'elevated' }),
    pay('held', { cvc: 'fail' }),
    pay('refused', { riskLevel: 'highest' }),
  ]);
  expect(outcomes).toEqual(['paid', 'paid', 'paid', 'on hold', 'refused']);
  expect(ids.map((id) => orders.all.get(id)?.linkOnly)).toEqual([false, false, true, false, false]);
  expect(asked.mock.calls.map(([questions]) => questions.length)).toEqual([5, 1, 1]);
  expect(added.mock.calls.map(([decisions]) => decisions.map(({ orderId }) => orderId))).toEqual([
    ['a', 'b', 'link'],
    ['held'],
    ['refused'],
  ]);
  expect([...records.decisions.values()].map(({ verdict }) => verdict.outcome)).toEqual(['deliver', 'deliver', 'link', 'hold', 'refuse']);
});

test('payments of the same moment are taken together, and each in its own way', async () => {
  const { orders, stock, mails, takePayment, clock } = await shop({ keys: 3, quantity: 1 });
  const ids = ['plain-1', 'plain-2', 'wrong', 'lapsed'];
  for (const id of ids) await orders.save(unpaidOrder({ id, lines: [orderLine({ quantity: 1 })] }), []);
  const until = new Date(clock.now().getTime() + 60_000);
  for (const id of ids.slice(0, 3)) await stock.reserve(id, [{ productId: 'product-1', quantity: 1 }], until);
  const pay = (id: string, change: object = {}) =>
    takePayment.run(
      id,
      { amountMinor: orders.all.get(id)?.totalMinor ?? 0, currency: 'Eur', intentId: `pi-${id}`, provider: 'stripe', ...change },
      'stripe',
    );
  const outcomes = await Promise.all([
    pay('plain-1'),
    pay('plain-1'),
    pay('plain-2'),
    pay('wrong', { amountMinor: 1 }),
    pay('lapsed'),
    pay('nobody'),
  ]);
  expect(outcomes).toEqual(['paid', 'already paid', 'paid', 'on hold', 'refunding', 'unknown order']);
  expect(mails.planned.map(({ id }) => id).toSorted()).toEqual(['plain-1-keys-1', 'plain-2-keys-1', 'wrong-waiting-1']);
  expect(await Promise.all(ids.map(async (id) => (await stock.reveal(id)).keys.length))).toEqual([1, 1, 0, 0]);
});

test('the same payment reported ten times allocates once and writes once', async () => {
  const { pay, stock, order, mails } = await shop({ keys: 9 });
  await pay();
  for (let time = 0; time < 9; time += 1) expect(await pay()).toBe('already paid');
  expect((await stock.reveal(order.id)).keys).toHaveLength(2);
  expect(mails.planned).toHaveLength(1);
});

test('a second payment, or one of a cancelled order, changes nothing, and staff are told once', async () => {
  const paid = await shop();
  await paid.pay();
  for (let time = 0; time < 2; time += 1)
    expect(await paid.pay({ intentId: 'pi_2', page: 'https://pay.example/payments/pi_2' })).toBe('not expected');
  expect((await paid.stock.reveal(paid.order.id)).keys).toHaveLength(2);
  expect(paid.alerts.raised).toEqual([
    {
      kind: 'payment-mismatch',
      id: `${paid.order.id} pi_2`,
      about: paid.order.number,
      detail: 'Paid 72.00 EUR by another payment, but the order was paid before: refund that payment at the provider.',
      link: 'https://pay.example/payments/pi_2',
    },
  ]);
  expect(await paid.pay({ intentId: null })).toBe('not expected');
  expect(paid.alerts.raised[1]).toMatchObject({ id: `${paid.order.id} `, link: null });
  const cancelled = await shop();
  cancelled.order.end('cancelled', { at: cancelled.clock.now(), actor: 'ada' });
  expect(await cancelled.pay({ intentId: null })).toBe('not expected');
  expect(cancelled.order.status).toBe('cancelled');
  expect(cancelled.alerts.raised).toMatchObject([{ detail: expect.stringContaining('the order is cancelled') }]);
});

test.each([
  ['amount differs', { amountMinor: 1 }, 'Paid 0.01 EUR'],
  ['currency differs', { currency: 'Usd', amountMinor: 1999 }, 'Paid 19.99 USD'],
  ['currency differs', { currency: null, amountMinor: 1999 }, 'Paid 19.99 of another currency'],
] as const)('an order whose %s is put on hold, gets no key, and its buyer and staff are notified', async (reason, change, paid) => {
  const { order, pay, stock, mails, alerts } = await shop();
  expect(await pay({ ...change, page: 'https://pay.example/payments/pi_1' })).toBe('on hold');
  expect(order).toMatchObject({ status: 'on_hold', holdReason: reason });
  expect((await stock.reveal(order.id)).keys).toEqual([]);
  expect(mails.planned.map(({ kind }) => kind)).toEqual(['waiting']);
  expect(alerts.raised).toEqual([
    {
      kind: 'payment-mismatch',
      id: order.id,
      about: order.number,
      detail: `${paid}, ordered ${(order.totalMinor / 100).toFixed(2)} EUR: ${reason}`,
      link: 'https://pay.example/payments/pi_1',
    },
  ]);
});

test('a payment that finds too few keys is refunded whole and takes none of them', async () => {
  const { order, pay, stock, outbox } = await shop({ keys: 1 });
  expect(await pay()).toBe('refunding');
  expect((await stock.reveal(order.id)).keys).toEqual([]);
  expect(outbox.messages).toEqual([{ queue: 'payments', job: 'refund', id: `refund-${order.id}`, data: { orderId: order.id } }]);
});

test('a payment with too few keys reserves the available ones while it waits for the rest', async () => {
  const { order, pay, stock, outbox, mails } = await shop({ keys: 1, longestWaitMs: 3_600_000 });
  expect(await pay()).toBe('waiting for keys');
  expect(order).toMatchObject({ status: 'paid', waitingUntil: new Date('2026-03-01T13:00:00.000Z') });
  expect((await stock.available(['product-1'])).get('product-1')).toBe(0);
  expect(mails.planned.map(({ kind }) => kind)).toEqual(['waiting']);
  expect(outbox.messages).toEqual([]);
});

test('a payment whose keys a supplier is to bring waits for them without a mail, also where the shop waits for no keys', async () => {
  const { order, pay, stock, outbox, mails } = await shop({ keys: 1 });
  stock.isCommitted = async (id) => id === order.id;
  expect(await pay()).toBe('waiting for keys');
  expect(order).toMatchObject({ status: 'paid', waitingUntil: new Date('2026-03-01T13:00:00.000Z') });
  expect([mails.planned, outbox.messages]).toEqual([[], []]);
});

test('a payment for an unknown order is reported as such', async () => {
  const { takePayment } = await shop();
  expect(await takePayment.run('nobody', { amountMinor: 1, currency: 'Eur', intentId: null, provider: 'stripe' }, 'stripe')).toBe(
    'unknown order',
  );
});
