import { expect, test } from '@jest/globals';
import { FixedClock, PlainTransaction } from '../../../testing/fakes.ts';
import { EndUnpaidOrder } from '../../orders/index.ts';
import { InMemoryOrders } from '../../orders/testing/in-memory-orders.ts';
import { unpaidOrder } from '../../orders/testing/order-builder.ts';
import { InMemoryKeyStock } from '../../stock/testing/in-memory-key-stock.ts';
import { CheckoutOver, PaymentUnavailable } from '../domain/payment-errors.ts';
import { InMemoryPaymentProvider } from '../testing/in-memory-payments.ts';
import { OpenSession } from './open-session.ts';
import { PaymentProviders } from './payment-providers.ts';

async function bench() {
  const clock = new FixedClock();
  const orders = new InMemoryOrders(clock);
  const provider = new InMemoryPaymentProvider();
  const end = new EndUnpaidOrder(orders, new InMemoryKeyStock(clock), new PlainTransaction(), clock);
  const order = unpaidOrder();
  await orders.save(order, []);
  return { orders, provider, order, end, openSession: new OpenSession(orders, new PaymentProviders(provider), end) };
}

test('a session is opened, noted, and the same one answered again', async () => {
  const { openSession, order, provider } = await bench();
  const session = { id: 'session-order-1', url: 'https://pay.example/session-order-1' };
  expect(await openSession.runOrEnd(order)).toMatchObject(session);
  expect([order.sessionId, order.sessionUrl]).toEqual([session.id, session.url]);
  expect(await openSession.run(order)).toEqual(session);
  expect(provider.openings).toBe(1);
});

test.each([{ sessionId: null }, { sessionUrl: null }])('one that was noted without %j is opened again', async (lost) => {
  const { openSession, order, provider } = await bench();
  await openSession.run(order);
  Object.assign(order, lost);
  await openSession.run(order);
  expect(provider.openings).toBe(2);
});

test('one that was opened while its order ended is ended, too, and the order stays as it is', async () => {
  const { openSession, order, provider, end, orders } = await bench();
  await end.run(order.id, 'expired', 'buyer');
  await expect(openSession.runOrEnd(order)).rejects.toThrow(CheckoutOver);
  expect(provider.sessions.get('session-order-1')?.outcome).toBe('expired');
  expect([order.status, orders.events.length]).toEqual(['expired', 1]);
});

test('where the provider is away, a waiting buyer’s order ends at once, another one waits', async () => {
  const { openSession, order, provider, orders } = await bench();
  provider.isDown = true;
  await expect(openSession.run(order)).rejects.toThrow(PaymentUnavailable);
  expect(order.status).toBe('pending');
  await expect(openSession.runOrEnd(order)).rejects.toThrow(PaymentUnavailable);
  expect(orders.events).toMatchObject([{ kind: 'expired', actor: 'buyer' }]);
});

test('any other failure ends no order', async () => {
  const { openSession, order, provider } = await bench();
  provider.openSession = () => Promise.reject(new Error('a mistake'));
  await expect(openSession.runOrEnd(order)).rejects.toThrow('a mistake');
  expect(order.status).toBe('pending');
});

test('all providers are asked whether they answer, one alone, too', async () => {
  const [one, other] = [new InMemoryPaymentProvider(), Object.assign(new InMemoryPaymentProvider(), { name: 'other' })];
  await new PaymentProviders(one).ping();
  other.isDown = true;
  await expect(new PaymentProviders(one, [other]).ping()).rejects.toThrow(PaymentUnavailable);
});
