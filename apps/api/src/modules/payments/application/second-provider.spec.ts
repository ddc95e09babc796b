import { createHmac } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { FixedClock, PlainTransaction, RecordingAlerts, RecordingMailOutbox, RecordingOutbox } from '../../../testing/fakes.ts';
import { AwaitTransfer, EndUnpaidOrder, type Order, TakePayment } from '../../orders/index.ts';
import { InMemoryOrders } from '../../orders/testing/in-memory-orders.ts';
import { InMemoryRefunds } from '../../orders/testing/in-memory-refunds.ts';
import { unpaidOrder } from '../../orders/testing/order-builder.ts';
import { InMemoryKeyStock } from '../../stock/testing/in-memory-key-stock.ts';
import { ForgedEvent } from '../domain/payment-errors.ts';
import { InMemoryPaymentEvents, InMemoryPaymentProvider } from '../testing/in-memory-payments.ts';
import { HandleDisputeEvent } from './disputes/handle-dispute-event.ts';
import { SettleDispute } from './disputes/settle-dispute.ts';
import { ProcessEvent } from './events/process-event.ts';
import { ReceiveEvent } from './events/receive-event.ts';
import { OpenSession } from './open-session.ts';
import { PaymentProviders } from './payment-providers.ts';
import type { EventHeaders, ProviderEvent } from './ports.ts';
import { FinishRefund } from './refunds/finish-refund.ts';
import { SendRefund } from './refunds/send-refund.ts';
import { SettleRefunds } from './refunds/settle-refunds.ts';
import { Settle } from './settle.ts';

const SECRET = 'imaginary';

/** Signs time and body in two headers of its own, and has another envelope for what happened. */
class ImaginaryProvider extends InMemoryPaymentProvider {
  override readonly name = 'imaginary';

  override readEvent(rawBody: Buffer, headers: EventHeaders): ProviderEvent {
    const { 'imaginary-time': time, 'imaginary-seal': seal } = headers;
    if (typeof time !== 'string' || seal !== sealOf(time, rawBody)) throw new ForgedEvent('Imaginary-Seal');
    const { number, order } = JSON.parse(rawBody.toString()) as { number: number; order: string };
    const sessionId = `session-${order}`;
    return {
      id: `imaginary-${number}`,
      type: 'money-came',
      sessionId,
      intentId: null,
      signal: null,
      isAboutRefunds: false,
      payload: { number, order },
    };
  }
}

const sealOf = (time: string, body: Buffer) => createHmac('sha256', SECRET).update(`${time}\n`).update(body).digest('base64');

/** A shop that took payments with the imaginary provider, and now takes them with another. */
async function shop() {
  const clock = new FixedClock();
  const transaction = new PlainTransaction();
  const orders = new InMemoryOrders(clock);
  const refunds = new InMemoryRefunds(clock);
  const letters = new RecordingMailOutbox();
  const stock = new InMemoryKeyStock(clock);
  const outbox = new RecordingOutbox();
  const events = new InMemoryPaymentEvents(clock);
  const imaginary = new ImaginaryProvider();
  const stripe = new InMemoryPaymentProvider();
  const endUnpaid = new EndUnpaidOrder(orders, stock, transaction, clock);
  const open = (current: PaymentProviders, order: Order) => new OpenSession(orders, current, endUnpaid, transaction).run(order);

  await stock.add([{ productId: 'product-1', secret: { kind: 'text', key: 'KEY-1' } }]);
  const order = unpaidOrder();
  await stock.reserve(order.id, order.lines, new Date(clock.now().getTime() + 3_600_000));
  await orders.save(order, []);
  const session = await open(new PaymentProviders(imaginary, [stripe]), order);

  const providers = new PaymentProviders(stripe, [imaginary]);
  const takePayment = new TakePayment(orders, letters, stock, outbox, new RecordingAlerts(), { longestWaitMs: 0 }, transaction, clock);
  const settle = new Settle(providers, orders, takePayment, new AwaitTransfer(orders, stock, transaction, clock), endUnpaid);
  const finishRefund = new FinishRefund(orders, refunds, letters, transaction, clock);
  const unused = <T extends object>(type: { prototype: T }) => Object.create(type.prototype) as T;
  const process = new ProcessEvent(
    events,
    providers,
    settle,
    unused(SettleDispute),
    unused(SettleRefunds),
    unused(HandleDisputeEvent),
    clock,
  );
  const body = Buffer.from(JSON.stringify({ number: 7, order: order.id }));
  const receive = new ReceiveEvent(providers, events, outbox, transaction);
  return {
    imaginary,
    stripe,
    order,
    session,
    receive: (seal = sealOf('1', body)) => receive.run('imaginary', body, { 'imaginary-time': '1', 'imaginary-seal': seal }),
    process: () => process.run('imaginary-7'),
    async refund() {
      const pieces = [{ line: 0, slot: 0 }];
      const asked = { orderId: order.id, kind: 'pieces', pieces, isWhole: true, askedBy: 'Ada', reason: 'test', keyIds: [] } as const;
      await refunds.add({ ...asked, id: 'refund-1', amountMinor: order.totalMinor });
      await new SendRefund(orders, refunds, providers, finishRefund).run('refund-1');
    },
  };
}

test('a second provider that signs in its own way is paid, settled and refunded where the payment was made', async () => {
  const { imaginary, stripe, order, session, receive, process, refund } = await shop();
  expect(order.paymentProvider).toBe('imaginary');
  imaginary.become(session.id, { outcome: 'paid' });
  await receive();
  await process();
  expect(order.status).toBe('fulfilling');
  expect(order.paidThrough()).toBe('imaginary');
  await refund();
  expect(order.status).toBe('refunded');
  expect([...imaginary.refunds]).toEqual([order.id]);
  expect([stripe.sessions.size, stripe.refunds.size]).toEqual([0, 0]);
});

test('an event whose seal does not fit is refused with the name of the header that the provider signs in', async () => {
  const { receive, order } = await shop();
  await expect(receive('forged')).rejects.toMatchObject({ details: [{ field: 'Imaginary-Seal' }] });
  expect(order.status).toBe('pending');
});

test('a payment of a provider whose adapter is gone is an error that names it, and no answer of another provider', () => {
  const providers = new PaymentProviders(new InMemoryPaymentProvider());
  expect(() => providers.named('imaginary')).toThrow('"imaginary"');
  expect(providers.named(null).name).toBe('stripe');
});
