import { expect, test } from '@jest/globals';
import type { FixedClock } from '../../../testing/fakes.ts';
import type { Orders } from '../application/ports.ts';
import { OrderNumberTaken } from '../domain/order-errors.ts';
import { orderLine, unpaidOrder } from './order-builder.ts';

interface Made {
  clock: FixedClock;
  inTransaction<T>(work: () => Promise<T>): Promise<T>;
}

const MINUTE = 60_000;

/** What every Orders must do. `make` gives a shop without orders. */
export function ordersContract(make: () => Promise<Made & { orders: Orders }>): void {
  test('an order is found by its id, its session and its idempotency key, as it was saved', async () => {
    const { orders, inTransaction } = await make();
    const order = unpaidOrder({ idempotencyKey: 'key-00000001', lines: [orderLine({ quantity: 2 })] });
    await inTransaction(() => orders.save(order, []));
    expect(await orders.noteSession(order.id, { id: 'cs_1', url: 'https://pay.example/cs_1' })).toBe(true);
    for (const found of [
      await orders.ofId(order.id),
      await orders.ofSession('cs_1', 'stripe'),
      await orders.ofIdempotencyKey('key-00000001'),
    ]) {
      expect({ ...found }).toEqual({ ...order, sessionId: 'cs_1', sessionUrl: 'https://pay.example/cs_1' });
    }
    expect(await orders.ofId('nobody')).toBeNull();
    expect([await orders.ofSession('cs_2', 'stripe'), await orders.ofSession('cs_1', 'imaginary')]).toEqual([null, null]);
    expect(await orders.ofIdempotencyKey('key-00000002')).toBeNull();
  });

  test.each([
    ['Poland', 'DE', 'PL'],
    ['Atlantis', 'DE', 'DE'],
    [null, 'DE', 'DE'],
    [null, 'XX', null],
    [null, null, null],
  ])('an order of a buyer who names %j, behind a proxy that names %j, is for %j', async (named, header, country) => {
    const { orders, inTransaction } = await make();
    const { customer } = unpaidOrder();
    const order = unpaidOrder({ customer: { ...customer, country: named }, fromCountry: header });
    await inTransaction(() => orders.save(order, []));
    const { currency, lines } = order;
    expect(await orders.purchased([order.id, 'nobody'])).toEqual(new Map([[order.id, { currency, lines, country }]]));
  });

  test('a number belongs to one order alone', async () => {
    const { orders, inTransaction } = await make();
    await inTransaction(() => orders.save(unpaidOrder(), []));
    const another = Object.assign(unpaidOrder({ id: 'order-2' }), { number: unpaidOrder().number });
    await expect(inTransaction(() => orders.save(another, []))).rejects.toThrow(OrderNumberTaken);
    expect(await orders.ofId('order-2')).toBeNull();
  });

  test('an order that is not unpaid any more takes no session', async () => {
    const { orders, inTransaction, clock } = await make();
    const order = unpaidOrder();
    order.pay({ intentId: 'pi_1', provider: 'stripe' }, { at: clock.now(), actor: 'stripe' });
    await inTransaction(() => orders.save(order, []));
    expect(await orders.noteSession(order.id, { id: 'cs_1', url: 'https://pay.example/cs_1' })).toBe(false);
    expect(await orders.noteSession('nobody', { id: 'cs_1', url: 'https://pay.example/cs_1' })).toBe(false);
    expect(await orders.ofId(order.id)).toMatchObject({ sessionId: null, sessionUrl: null });
  });

  test('what changed on a locked order is there for the next reader', async () => {
    const { orders, inTransaction, clock } = await make();
    await inTransaction(() => orders.save(unpaidOrder(), []));
    await inTransaction(async () => {
      const order = await orders.forUpdate('order-1');
      const events = order?.pay({ intentId: 'pi_1', provider: 'stripe' }, { at: clock.now(), actor: 'stripe' }) ?? [];
      if (order) await orders.save(order, events);
    });
    expect(await orders.ofId('order-1')).toMatchObject({ status: 'paid', paymentIntentId: 'pi_1', paidAt: clock.now() });
    const found = await Promise.all([
      orders.ofPayment('pi_1', 'stripe'),
      orders.ofPayment('pi_2', 'stripe'),
      orders.ofPayment('pi_1', 'imaginary'),
    ]);
    expect(found.map((order) => order?.id)).toEqual(['order-1', undefined, undefined]);
  });

  test('many orders are changed at once, each with its own events', async () => {
    const { orders, inTransaction, clock } = await make();
    const ids = ['order-1', 'order-2'];
    for (const id of ids) await inTransaction(() => orders.save(unpaidOrder({ id }), []));
    await inTransaction(async () => {
      const locked = await orders.unlockedForUpdate([...ids, 'nobody']);
      expect([...locked.keys()]).toEqual(ids);
      const step = { at: clock.now(), actor: 'stripe' };
      const changed = [...locked.values()].map((order) => ({
        order,
        events: order.pay({ intentId: `pi-${order.id}`, provider: 'stripe' }, step),
      }));
      await orders.saveAll(changed);
    });
    for (const id of ids) {
      expect(await orders.ofId(id)).toMatchObject({ status: 'paid', paymentIntentId: `pi-${id}` });
      expect(await orders.hasEvent(id, 'paid')).toBe(true);
    }
  });

  test('a browser finds its own unpaid orders and no others', async () => {
    const { orders, inTransaction, clock } = await make();
    const paid = unpaidOrder({ id: 'order-2' });
    paid.pay({ intentId: 'pi_1', provider: 'stripe' }, { at: clock.now(), actor: 'stripe' });
    await inTransaction(async () => {
      await orders.save(unpaidOrder(), []);
      await orders.save(paid, []);
      await orders.save(unpaidOrder({ id: 'order-3', browserId: 'browser-2' }), []);
    });
    expect((await orders.openOfBrowser('browser-1')).map(({ id }) => id)).toEqual(['order-1']);
  });

  test('an order is found by its session for the browser that began it, and for no other', async () => {
    const { orders, inTransaction } = await make();
    const order = unpaidOrder();
    await inTransaction(() => orders.save(order, []));
    await orders.noteSession(order.id, { id: 'cs_1', url: 'https://pay.example/cs_1' });
    const found = [
      await orders.ofCheckout('cs_1', 'browser-1'),
      await orders.ofCheckout('cs_1', 'browser-2'),
      await orders.ofCheckout('cs_2', 'browser-1'),
    ];
    expect(found.map((one) => one?.id ?? null)).toEqual(['order-1', null, null]);
  });

  test('open orders of an address, its network and an e-mail are counted, those of the network with what they hold', async () => {
    const { orders, inTransaction, clock } = await make();
    const later = new Date(clock.now().getTime() + MINUTE);
    await inTransaction(async () => {
      await orders.save(unpaidOrder({ id: 'order-3', email: 'bob@example.com', clientAddress: '192.0.2.99', at: later }), []);
      await orders.save(unpaidOrder({ lines: [orderLine({ quantity: 2 })] }), []);
      await orders.save(unpaidOrder({ id: 'order-2', clientAddress: '198.51.100.1' }), []);
      await orders.save(unpaidOrder({ id: 'order-4', email: 'bob@example.com', clientAddress: '192.0.20.1' }), []);
    });
    const { ofAddress, ofEmail, ofNetwork } = await inTransaction(async () => {
      await orders.lockBuyer('192.0.2.1', 'ada@example.com');
      return orders.openOf('192.0.2.1', 'ada@example.com');
    });
    expect([ofAddress, ofEmail]).toEqual([1, 2]);
    expect(ofNetwork).toMatchObject([
      { lines: [{ productId: 'product-1', quantity: 2 }], currency: 'Eur', totalMinor: 7200 },
      { lines: [{ productId: 'product-1', quantity: 1 }] },
    ]);
  });

  test('an order that was paid and got neither keys nor its money back is found', async () => {
    const { orders, inTransaction, clock } = await make();
    const paid = unpaidOrder();
    paid.pay({ intentId: 'pi_1', provider: 'stripe' }, { at: clock.now(), actor: 'stripe' });
    await inTransaction(() => orders.save(paid, []));
    expect(await orders.refundsDue(clock.now())).toEqual([]);
    clock.advance(MINUTE);
    expect(await orders.refundsDue(clock.now())).toEqual(['order-1']);
  });

  test('a refund is not due while a paid order waits for keys, and due when that ends; meanwhile its buyer is notified once', async () => {
    const { orders, inTransaction, clock } = await make();
    const paid = unpaidOrder();
    const step = { at: clock.now(), actor: 'stripe' };
    paid.pay({ intentId: 'pi_1', provider: 'stripe' }, step);
    paid.waitForKeys(new Date(clock.now().getTime() + 10 * MINUTE), step);
    await inTransaction(() => orders.save(paid, []));
    clock.advance(9 * MINUTE);
    expect(await orders.refundsDue(clock.now())).toEqual([]);
    const before = (minutes: number) => new Date(clock.now().getTime() - minutes * MINUTE);
    expect([await orders.unnotified(before(10), null), await orders.unnotified(before(9), null)]).toEqual([[], ['order-1']]);
    await inTransaction(() => orders.noteNotified('order-1'));
    expect(await orders.unnotified(before(9), null)).toEqual([]);
    clock.advance(MINUTE);
    expect(await orders.refundsDue(new Date(0))).toEqual(['order-1']);
  });

  test('orders of buyers who were not notified are read in turn, also behind one whose buyer was meanwhile', async () => {
    const { orders, inTransaction, clock } = await make();
    const pay = async (id: string) => {
      const order = unpaidOrder({ id });
      const step = { at: clock.now(), actor: 'stripe' };
      order.pay({ intentId: `pi_${id}`, provider: 'stripe' }, step);
      order.waitForKeys(new Date(clock.now().getTime() + 10 * MINUTE), step);
      await inTransaction(() => orders.save(order, []));
    };
    await pay('order-3');
    clock.advance(MINUTE);
    for (const id of ['order-2', 'order-1', 'order-4']) await pay(id);
    expect(await orders.unnotified(clock.now(), null)).toEqual(['order-3', 'order-1', 'order-2', 'order-4']);
    await inTransaction(() => orders.noteNotified('order-1'));
    expect(await orders.unnotified(clock.now(), 'order-3')).toEqual(['order-2', 'order-4']);
    expect(await orders.unnotified(clock.now(), 'order-1')).toEqual(['order-2', 'order-4']);
    expect(await orders.unnotified(clock.now(), 'order-4')).toEqual([]);
  });

  test('orders are claimed for reconciliation: old unpaid ones first, and of five one that ended recently', async () => {
    const { orders, inTransaction, clock } = await make();
    const placed = new Date('2026-03-01T12:00:00.000Z').getTime();
    const ended = unpaidOrder({ id: 'order-2' });
    ended.end('expired', { at: clock.now(), actor: 'stripe' });
    const paid = unpaidOrder({ id: 'order-3' });
    paid.pay({ intentId: 'pi_1', provider: 'stripe' }, { at: clock.now(), actor: 'stripe' });
    await inTransaction(async () => {
      for (const order of [unpaidOrder(), ended, paid]) await orders.save(order, []);
    });
    const take = (limit: number, before = placed + MINUTE) =>
      inTransaction(() => orders.takeForReconciling(new Date(before), new Date(placed), limit));
    expect(await take(10, placed)).toEqual(['order-2']);
    clock.advance(MINUTE);
    expect(await take(1)).toEqual(['order-1']);
    clock.advance(MINUTE);
    expect((await take(10)).toSorted()).toEqual(['order-1', 'order-2']);
    await inTransaction(async () => {
      for (const id of ['order-4', 'order-5', 'order-6', 'order-7']) await orders.save(unpaidOrder({ id }), []);
    });
    expect((await take(4)).toSorted()).toEqual(['order-4', 'order-5', 'order-6', 'order-7']);
    clock.advance(MINUTE);
    expect(await take(5)).toContain('order-2');
  });

  test('disputed orders are claimed by their payments, each once per interval, longest waiting first', async () => {
    const { orders, inTransaction, clock } = await make();
    const step = { at: clock.now(), actor: 'stripe' };
    const paid = (id: string, intentId: string) => {
      const order = unpaidOrder({ id });
      order.pay({ intentId, provider: 'stripe' }, step);
      return order;
    };
    const [first, second, other] = [paid('order-1', 'pi_1'), paid('order-2', 'pi_2'), paid('order-3', 'pi_3')];
    const take = (limit: number, before = clock.now()) => inTransaction(() => orders.takeDisputed(before, limit));
    await inTransaction(async () => {
      for (const order of [first, second]) await orders.save(order, order.dispute(step, 'fraudulent'));
      await orders.save(other, []);
    });
    const [one] = await take(1);
    clock.advance(MINUTE);
    const names = [one, ...(await take(1))].map((payment) => `${payment?.provider}: ${payment?.intentId}`);
    expect(names.toSorted()).toEqual(['stripe: pi_1', 'stripe: pi_2']);
    expect(await take(10)).toEqual([one]);
    expect(await take(10, new Date(clock.now().getTime() - MINUTE))).toEqual([]);
    await inTransaction(() => orders.takeDisputedNext('order-2'));
    expect(await take(10, new Date(clock.now().getTime() - MINUTE))).toEqual([{ intentId: 'pi_2', provider: 'stripe' }]);
  });

  test('an order knows its earlier events', async () => {
    const { orders, inTransaction, clock } = await make();
    await inTransaction(() => orders.save(unpaidOrder(), [{ kind: 'fraud_warning', actor: 'stripe', data: {}, at: clock.now() }]));
    expect([await orders.hasEvent('order-1', 'fraud_warning'), await orders.hasEvent('order-1', 'dispute')]).toEqual([true, false]);
    expect(await orders.hasEvent('order-2', 'fraud_warning')).toBe(false);
  });
}
