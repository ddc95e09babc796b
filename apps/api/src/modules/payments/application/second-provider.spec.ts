import { expect, test } from '@jest/globals';
import { FixedClock, PlainTransaction, RecordingAlerts, RecordingMailOutbox, RecordingOutbox } from '../../../testing/fakes.ts';
import { AwaitTransfer, EndUnpaidOrder, type Order, TakePayment } from '../../orders/index.ts';
import { InMemoryOrders } from '../../orders/testing/in-memory-orders.ts';
import { InMemoryRefunds } from '../../orders/testing/in-memory-refunds.ts';
import { unpaidOrder } from '../../orders/testing/order-builder.ts';
import { assessing } from '../../risk/testing/assessing.ts';
import { InMemoryKeyStock } from '../../stock/testing/in-memory-key-stock.ts';
import { PaymentUnavailable } from '../domain/payment-errors.ts';
import { ImaginaryProvider, imaginaryEvent } from '../testing/imaginary-provider.ts';
import { InMemoryPaymentEvents } from '../testing/in-memory-payment-events.ts';
import { InMemoryPaymentProvider } from '../testing/in-memory-payments.ts';
import { HandleDisputeEvent } from './disputes/handle-dispute-event.ts';
import { SettleDispute } from './disputes/settle-dispute.ts';
import { ProcessEvent } from './events/process-event.ts';
import { ReceiveEvent } from './events/receive-event.ts';
import { OpenSession } from './open-session.ts';
import { PaymentProviders } from './payment-providers.ts';
import { FinishRefund } from './refunds/finish-refund.ts';
import { RevokeKeys } from './refunds/revoke-keys.ts';
import { SendRefund } from './refunds/send-refund.ts';
import { NoteRefusedAttempts } from './risk/note-refused-attempts.ts';
import { RefundWarned } from './risk/refund-warned.ts';
import { SettleReview } from './risk/settle-review.ts';
import { SettleRefunds } from './refunds/from-provider/settle-refunds.ts';
import { Settle } from './settle.ts';

/** A shop that took payments with a fake provider, and now uses another. `isNoted`: whether the session was stored in the order. */
async function shop({ isNoted = true } = {}) {
  const clock = new FixedClock();
  const transaction = new PlainTransaction();
  const orders = new InMemoryOrders(clock);
  const refunds = new InMemoryRefunds(clock);
  const mails = new RecordingMailOutbox();
  const stock = new InMemoryKeyStock(clock);
  const outbox = new RecordingOutbox();
  const events = new InMemoryPaymentEvents(clock);
  const imaginary = new ImaginaryProvider();
  const stripe = new InMemoryPaymentProvider();
  const endUnpaid = new EndUnpaidOrder(orders, stock, transaction, clock);
  const open = (current: PaymentProviders, order: Order) => new OpenSession(orders, current, endUnpaid).run(order);

  await stock.add([{ productId: 'product-1', secret: { kind: 'text', key: 'KEY-1' } }]);
  const order = unpaidOrder({ paymentProvider: 'imaginary' });
  await stock.reserve(order.id, order.lines, new Date(clock.now().getTime() + 3_600_000));
  await orders.save(order, []);
  const session = await (isNoted ? open(new PaymentProviders(imaginary, [stripe]), order) : imaginary.openSession(order));

  const providers = new PaymentProviders(stripe, [imaginary]);
  const takePayment = new TakePayment(
    orders,
    mails,
    stock,
    assessing().assess,
    outbox,
    new RecordingAlerts(),
    { longestWaitMs: 0 },
    transaction,
    clock,
  );
  const settle = new Settle(providers, orders, takePayment, new AwaitTransfer(orders, stock, transaction, clock), endUnpaid);
  const unused = <T extends object>(type: { prototype: T }) => Object.create(type.prototype) as T;
  const finishRefund = new FinishRefund(orders, refunds, unused(RevokeKeys), mails, transaction, clock);
  const process = new ProcessEvent(
    events,
    providers,
    settle,
    unused(SettleDispute),
    unused(SettleRefunds),
    unused(HandleDisputeEvent),
    unused(SettleReview),
    unused(RefundWarned),
    unused(NoteRefusedAttempts),
    clock,
  );
  const { body, headers } = imaginaryEvent(7, order.id);
  const receive = new ReceiveEvent(providers, events, outbox, transaction);
  return {
    imaginary,
    stripe,
    order,
    session,
    openAgain: () => open(providers, order),
    events,
    receive: () => receive.run('imaginary', body, headers),
    receiveAtStripe: (id: string) =>
      receive.run('stripe', Buffer.from(JSON.stringify({ id, type: 'paid', sessionId: 'cs_1' })), { 'stripe-signature': 'signed' }),
    process: () => process.run('imaginary.7'),
    async refund() {
      const pieces = [{ line: 0, slot: 0 }];
      const asked = { orderId: order.id, kind: 'pieces', pieces, isWhole: true, askedBy: 'Ada', reason: 'test', keyIds: [] } as const;
      await refunds.add({ ...asked, id: 'refund-1', amountMinor: order.totalMinor });
      await new SendRefund(orders, refunds, providers, finishRefund, unused(SettleRefunds)).run('refund-1');
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

test('an order whose session was opened and not noted is asked of the same provider, whichever takes new payments by then', async () => {
  const { imaginary, stripe, order, session, openAgain } = await shop({ isNoted: false });
  expect(order.sessionId).toBeNull();
  expect(await openAgain()).toEqual(session);
  expect([imaginary.sessions.size, stripe.sessions.size]).toEqual([1, 0]);
  expect(order.sessionId).toBe(session.id);
});

test('events of two providers under one id are two events, and each of them comes once', async () => {
  const { events, receive, receiveAtStripe } = await shop();
  for (let round = 0; round < 2; round += 1) {
    await receive();
    await receiveAtStripe('7');
  }
  expect([...events.all.values()].map(({ provider, id }) => [provider, id])).toEqual([
    ['imaginary', 'imaginary.7'],
    ['stripe', 'stripe.7'],
  ]);
});

test('a payment of a provider whose adapter is gone is an error that names it, and no answer of another provider', () => {
  const providers = new PaymentProviders(new InMemoryPaymentProvider());
  expect(() => providers.named('imaginary')).toThrow('"imaginary"');
});

test('payments are up while every listed provider answers, and not only the one that takes new ones', async () => {
  const [current, other] = [new InMemoryPaymentProvider(), new ImaginaryProvider()];
  const providers = new PaymentProviders(current, [other]);
  await providers.ping();
  other.isDown = true;
  await expect(providers.ping()).rejects.toThrow(PaymentUnavailable);
});
