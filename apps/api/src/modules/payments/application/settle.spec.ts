import { expect, test } from '@jest/globals';
import { FixedClock, PlainTransaction, RecordingAlerts, RecordingMailOutbox, RecordingOutbox } from '../../../testing/fakes.ts';
import { AwaitTransfer, EndUnpaidOrder, FulfilBackorders, TakePayment } from '../../orders/index.ts';
import { HandleDisputeEvent } from './disputes/handle-dispute-event.ts';
import { FinishRefund } from './refunds/finish-refund.ts';
import { CancelBackorder } from './refunds/cancel-backorder.ts';
import { InMemoryOrders } from '../../orders/testing/in-memory-orders.ts';
import { InMemoryRefunds } from '../../orders/testing/in-memory-refunds.ts';
import { unpaidOrder } from '../../orders/testing/order-builder.ts';
import { InMemoryKeyStock } from '../../stock/testing/in-memory-key-stock.ts';
import { InMemoryPaymentEvents, InMemoryPaymentProvider } from '../testing/in-memory-payments.ts';
import { RequeueOverdueJobs } from './requeue-overdue-jobs.ts';
import { EndOpenCheckouts } from '../../checkout/application/end-open-checkouts.ts';
import { OpenSession } from './open-session.ts';
import { PaymentProviders } from './payment-providers.ts';
import { ProcessEvent } from './events/process-event.ts';
import { ReceiveEvent } from './events/receive-event.ts';
import { Reconcile } from './reconcile.ts';
import { RefundPayment } from './refunds/refund-payment.ts';
import { SendRefund } from './refunds/send-refund.ts';
import { SettleRefunds } from './refunds/settle-refunds.ts';
import { Settle } from './settle.ts';
import { SettleDispute } from './disputes/settle-dispute.ts';

const MINUTE = 60_000;

async function checkedOut({
  keys = 1,
  withSession = true,
  longestWaitMs = 0,
}: { keys?: number; withSession?: boolean; longestWaitMs?: number } = {}) {
  const clock = new FixedClock();
  const transaction = new PlainTransaction();
  const orders = new InMemoryOrders(clock);
  const refunds = new InMemoryRefunds(clock);
  const mails = new RecordingMailOutbox();
  const stock = new InMemoryKeyStock(clock);
  const outbox = new RecordingOutbox();
  const provider = new InMemoryPaymentProvider();
  const events = new InMemoryPaymentEvents(clock);
  const endUnpaid = new EndUnpaidOrder(orders, stock, transaction, clock);
  const providers = new PaymentProviders(provider);
  const settle = new Settle(
    providers,
    orders,
    new TakePayment(orders, mails, stock, outbox, new RecordingAlerts(), { longestWaitMs }, transaction, clock),
    new AwaitTransfer(orders, stock, transaction, clock),
    endUnpaid,
  );

  await stock.add(
    Array.from({ length: keys }, (_, index) => ({ productId: 'product-1', secret: { kind: 'text', key: `KEY-${index}` } as const })),
  );
  const order = unpaidOrder();
  await stock.reserve(order.id, order.lines, new Date(clock.now().getTime() + 36 * MINUTE));
  await orders.save(order, []);
  const session = await provider.openSession(order);
  if (withSession) order.openSession(session);

  const handleDisputeEvent = Object.assign(Object.create(HandleDisputeEvent.prototype) as HandleDisputeEvent, {
    run: async () => 'payment of no order',
  });

  const settleRefunds = Object.assign(Object.create(SettleRefunds.prototype) as SettleRefunds, { run: async () => 'payment of no order' });

  return {
    clock,
    orders,
    stock,
    outbox,
    provider,
    events,
    order,
    session,
    mails,
    free: async () => (await stock.available(['product-1'])).get('product-1'),
    settle: () => settle.run(session.id, 'stripe', 'stripe'),
    receive: (id: string, type = 'checkout.session.completed', sessionId: string | null = session.id) =>
      new ReceiveEvent(providers, events, outbox, transaction).run(
        provider.name,
        Buffer.from(JSON.stringify({ id, type, sessionId, payload: {} })),
        { 'stripe-signature': 'signed' },
      ),
    process: (id: string) =>
      new ProcessEvent(
        events,
        providers,
        settle,
        new SettleDispute(providers, handleDisputeEvent),
        settleRefunds,
        handleDisputeEvent,
        clock,
      ).run(id),
    requeueOverdueJobs: () => new RequeueOverdueJobs(events, orders, refunds, outbox, transaction, clock).run(),
    reconcile: () =>
      new Reconcile(
        orders,
        providers,
        settle,
        new OpenSession(orders, providers, endUnpaid, transaction),
        endUnpaid,
        transaction,
        clock,
      ).run(),
    forget: () => provider.sessions.clear(),
    comeBack: () => new EndOpenCheckouts(orders, providers, settle, endUnpaid).run('browser-1'),
    refund: () =>
      new RefundPayment(
        new CancelBackorder(orders, refunds, stock, transaction, clock),
        new SendRefund(orders, refunds, providers, new FinishRefund(orders, refunds, mails, transaction, clock)),
      ).run(order.id),
    fill: () => new FulfilBackorders(orders, stock, mails, transaction, clock).run(),
  };
}

test('a paid session pays the order once, however often it is reported', async () => {
  const { provider, session, settle, order } = await checkedOut();
  provider.become(session.id, { outcome: 'paid' });
  expect(await settle()).toBe('paid');
  expect(await settle()).toBe('already paid');
  expect(order.status).toBe('fulfilling');
});

test('a session of somebody else is closed with a record', async () => {
  const { receive, process, events } = await checkedOut();
  await receive('evt_1', 'checkout.session.completed', 'cs_of_another_shop');
  await process('stripe.evt_1');
  expect(events.all.get('stripe.evt_1')?.outcome).toBe('unknown session');
});

test('an event that is about no session is ignored with a record and costs no job', async () => {
  const { receive, events, outbox } = await checkedOut();
  await receive('evt_1', 'charge.dispute.created', null);
  expect(events.all.get('stripe.evt_1')?.outcome).toBe('ignored');
  expect(outbox.messages).toEqual([]);
});

test('an event that comes twice is stored once and asked for once', async () => {
  const { receive, outbox, events } = await checkedOut();
  await receive('evt_1');
  await receive('evt_1');
  expect(events.all.size).toBe(1);
  expect(outbox.messages.map(({ id }) => id)).toEqual(['event-stripe.evt_1']);
});

test('an event says nothing by itself: "completed" for a session that is still open pays nothing', async () => {
  const { receive, process, order, events } = await checkedOut();
  await receive('evt_1');
  await process('stripe.evt_1');
  expect(order.status).toBe('pending');
  expect(events.all.get('stripe.evt_1')?.outcome).toBe('still open');
});

test('an event whose job was lost is asked for again', async () => {
  const { receive, requeueOverdueJobs, outbox, clock } = await checkedOut();
  await receive('evt_1');
  clock.advance(6 * MINUTE);
  await requeueOverdueJobs();
  expect(outbox.messages).toHaveLength(2);
});

test('a pending bank transfer keeps the keys reserved and delivers nothing until it arrives', async () => {
  const { provider, session, settle, order, clock, free, outbox, stock } = await checkedOut();
  provider.become(session.id, { outcome: 'processing' });
  expect(await settle()).toBe('transfer on its way');
  clock.advance(24 * 60 * MINUTE);
  await stock.releaseLapsed();
  expect(await free()).toBe(0);
  expect(outbox.messages).toEqual([]);
  provider.become(session.id, { outcome: 'paid' });
  expect(await settle()).toBe('paid');
  expect(order.status).toBe('fulfilling');
});

test('a bank transfer that fails gives the keys back', async () => {
  const { provider, session, settle, order, free } = await checkedOut();
  provider.become(session.id, { outcome: 'failed' });
  expect(await settle()).toBe('payment failed');
  expect(order.status).toBe('payment_failed');
  expect(await free()).toBe(1);
});

test('a lost webhook is found by reconciliation', async () => {
  const { provider, session, reconcile, order, clock } = await checkedOut();
  provider.become(session.id, { outcome: 'paid' });
  clock.advance(2 * MINUTE);
  await reconcile();
  expect(order.status).toBe('fulfilling');
});

test('reconciliation leaves a young order to the webhook', async () => {
  const { provider, session, reconcile, order } = await checkedOut();
  provider.become(session.id, { outcome: 'paid' });
  await reconcile();
  expect(order.status).toBe('pending');
});

test('a session that the provider keeps open past its end is ended there too', async () => {
  const { reconcile, order, clock, free, provider, session } = await checkedOut();
  clock.advance(40 * MINUTE);
  await reconcile();
  expect(provider.sessions.get(session.id)?.outcome).toBe('expired');
  expect(order.status).toBe('expired');
  expect(await free()).toBe(1);
});

test('a session that was opened but never noted is found again', async () => {
  const { reconcile, order, clock, session } = await checkedOut({ withSession: false });
  clock.advance(2 * MINUTE);
  await reconcile();
  expect(order.sessionId).toBe(session.id);
});

test('an order whose session cannot be opened keeps its keys while its time runs, then ends and frees them', async () => {
  const { reconcile, order, clock, free, provider } = await checkedOut({ withSession: false });
  provider.isDown = true;
  clock.advance(2 * MINUTE);
  await reconcile();
  expect(order.status).toBe('pending');
  clock.advance(30 * MINUTE);
  await reconcile();
  expect(order.status).toBe('expired');
  expect(await free()).toBe(1);
});

test('coming back from the payment page frees the keys', async () => {
  const { comeBack, order, free } = await checkedOut();
  await comeBack();
  expect(order.status).toBe('expired');
  expect(await free()).toBe(1);
});

test('coming back after paying keeps what was paid', async () => {
  const { comeBack, order, provider, session } = await checkedOut();
  provider.become(session.id, { outcome: 'paid' });
  await comeBack();
  expect(order.status).toBe('fulfilling');
});

test('a payment after the last key was sold is refunded once, and the buyer is notified once', async () => {
  const { provider, session, settle, order, clock, stock, refund, mails } = await checkedOut();
  clock.advance(40 * MINUTE);
  await stock.reserve('another', [{ productId: 'product-1', quantity: 1 }], new Date(clock.now().getTime() + 36 * MINUTE));
  provider.become(session.id, { outcome: 'paid' });
  expect(await settle()).toBe('refunding');
  await refund();
  await refund();
  expect([...provider.refunds]).toEqual([order.id]);
  expect(order.status).toBe('refunded');
  expect(mails.planned.map(({ id }) => id)).toEqual([`${order.id}-refund-1`]);
});

/** Paid after its reservation expired and the last key was sold: a backorder, for a day at most. */
async function soldOut() {
  const fixture = await checkedOut({ longestWaitMs: 24 * 60 * MINUTE });
  fixture.clock.advance(40 * MINUTE);
  await fixture.stock.allocate('another', [{ line: 0, productId: 'product-1', quantity: 1 }]);
  fixture.provider.become(fixture.session.id, { outcome: 'paid' });
  expect(await fixture.settle()).toBe('waiting for keys');
  const upload = () => fixture.stock.add([{ productId: 'product-1', secret: { kind: 'text', key: 'KEY-UPLOADED' } }]);
  return { ...fixture, upload };
}

test('a paid order without a key becomes a backorder, its buyer is notified at once, and gets the next key', async () => {
  const { order, mails, upload, fill, refund, provider, settle } = await soldOut();
  expect(mails.planned.map(({ id }) => id)).toEqual([`${order.id}-waiting-1`]);
  expect(await settle()).toBe('already paid');
  await fill();
  expect(order.status).toBe('paid');
  await upload();
  await fill();
  await fill();
  expect(order).toMatchObject({ status: 'fulfilling', waitingUntil: null });
  expect(mails.planned.map(({ id }) => id)).toEqual([`${order.id}-waiting-1`, `${order.id}-keys-1`]);
  await refund();
  expect([...provider.refunds]).toEqual([]);
});

test('a wait in vain ends with the money sent back, and a key that comes then is on sale', async () => {
  const { order, clock, requeueOverdueJobs, outbox, refund, upload, fill, free, provider } = await soldOut();
  clock.advance(23 * 60 * MINUTE);
  await requeueOverdueJobs();
  expect(outbox.messages).toEqual([]);
  clock.advance(61 * MINUTE);
  await requeueOverdueJobs();
  expect(outbox.messages.map(({ job }) => job)).toEqual(['refund']);
  await refund();
  await upload();
  await fill();
  expect([...provider.refunds]).toEqual([order.id]);
  expect(order.status).toBe('refunded');
  expect(await free()).toBe(1);
});

test('a refund that the provider does not take at first is asked for again, and no key comes in between', async () => {
  const { order, clock, requeueOverdueJobs, outbox, refund, upload, fill, provider } = await soldOut();
  clock.advance(25 * 60 * MINUTE);
  provider.refund = () => Promise.reject(new Error('down'));
  await expect(refund()).rejects.toThrow('down');
  await upload();
  await fill();
  expect(order.status).toBe('paid');
  await requeueOverdueJobs();
  expect(outbox.messages.map(({ job }) => job)).toEqual(['refund']);
});

test('a refund whose job was lost is asked for again', async () => {
  const { provider, session, settle, clock, stock, requeueOverdueJobs, outbox } = await checkedOut();
  clock.advance(40 * MINUTE);
  await stock.reserve('another', [{ productId: 'product-1', quantity: 1 }], new Date(clock.now().getTime() + 36 * MINUTE));
  provider.become(session.id, { outcome: 'paid' });
  await settle();
  outbox.messages.length = 0;
  clock.advance(6 * MINUTE);
  await requeueOverdueJobs();
  expect(outbox.messages.map(({ job }) => job)).toEqual(['refund']);
});

test('an order whose session the provider does not know ends when its time is over', async () => {
  const { reconcile, order, clock, free, forget } = await checkedOut();
  forget();
  clock.advance(2 * MINUTE);
  await reconcile();
  expect(order.status).toBe('pending');
  clock.advance(40 * MINUTE);
  await reconcile();
  expect(order.status).toBe('expired');
  expect(await free()).toBe(1);
});
