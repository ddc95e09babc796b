import { FixedClock, PlainTransaction, RecordingAlerts, RecordingMailOutbox, RecordingOutbox } from '../../../testing/fakes.ts';
import { AwaitTransfer, EndUnpaidOrder, FulfilBackorders, TakePayment } from '../../orders/index.ts';
import { HandleDisputeEvent } from '../application/disputes/handle-dispute-event.ts';
import { FinishRefund } from '../application/refunds/finish-refund.ts';
import { CancelBackorder } from '../application/refunds/cancel-backorder.ts';
import { InMemoryOrders } from '../../orders/testing/in-memory-orders.ts';
import { InMemoryRefunds } from '../../orders/testing/in-memory-refunds.ts';
import { unpaidOrder } from '../../orders/testing/order-builder.ts';
import { assessing } from '../../risk/testing/assessing.ts';
import { InMemoryKeyStock } from '../../stock/testing/in-memory-key-stock.ts';
import { InMemoryPaymentEvents } from './in-memory-payment-events.ts';
import { InMemoryPaymentProvider } from './in-memory-payments.ts';
import { RequeueOverdueJobs } from '../application/requeue-overdue-jobs.ts';
import { EndOpenCheckouts } from '../../checkout/application/end-open-checkouts.ts';
import { OpenSession } from '../application/open-session.ts';
import { PaymentProviders } from '../application/payment-providers.ts';
import { ProcessEvent } from '../application/events/process-event.ts';
import { ReceiveEvent } from '../application/events/receive-event.ts';
import { Reconcile } from '../application/reconcile.ts';
import { RefundPayment } from '../application/refunds/refund-payment.ts';
import type { RevokeKeys } from '../application/refunds/revoke-keys.ts';
import { SendRefund } from '../application/refunds/send-refund.ts';
import { SettleRefunds } from '../application/refunds/from-provider/settle-refunds.ts';
import type { NoteRefusedAttempts } from '../application/risk/note-refused-attempts.ts';
import type { RefundWarned } from '../application/risk/refund-warned.ts';
import type { SettleReview } from '../application/risk/settle-review.ts';
import { Settle } from '../application/settle.ts';
import { SettleDispute } from '../application/disputes/settle-dispute.ts';

export const MINUTE = 60_000;

/** An order that waits for its payment, with the use cases that a payment goes through, on fakes. */
export async function checkedOut({
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
  const alerts = new RecordingAlerts();
  const endUnpaid = new EndUnpaidOrder(orders, stock, transaction, clock);
  const providers = new PaymentProviders(provider);
  const settle = new Settle(
    providers,
    orders,
    new TakePayment(orders, mails, stock, assessing().assess, outbox, alerts, { longestWaitMs }, transaction, clock),
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
  if (withSession) await orders.noteSession(order.id, session);

  const handleDisputeEvent = Object.assign(Object.create(HandleDisputeEvent.prototype) as HandleDisputeEvent, {
    run: async () => 'payment of no order',
  });

  const settleRefunds = Object.assign(Object.create(SettleRefunds.prototype) as SettleRefunds, { run: async () => 'payment of no order' });

  const ignored = <T>() => ({ run: async () => 'payment of no order' }) as unknown as T;

  return {
    clock,
    orders,
    refunds,
    alerts,
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
        ignored<SettleReview>(),
        ignored<RefundWarned>(),
        ignored<NoteRefusedAttempts>(),
        clock,
      ).run(id),
    requeueOverdueJobs: () => new RequeueOverdueJobs(events, orders, refunds, outbox, transaction, clock).run(),
    reconcile: () =>
      new Reconcile(orders, providers, settle, new OpenSession(orders, providers, endUnpaid), endUnpaid, transaction, clock).run(),
    forget: () => provider.sessions.clear(),
    cancelByLink: () => new EndOpenCheckouts(orders, providers, settle, endUnpaid).runOne(order.id),
    comeBack: () => new EndOpenCheckouts(orders, providers, settle, endUnpaid).run('browser-1'),
    refund: () =>
      new RefundPayment(
        new CancelBackorder(orders, refunds, stock, transaction, clock),
        new SendRefund(
          orders,
          refunds,
          providers,
          new FinishRefund(orders, refunds, { revokeRestIfEnded: async () => [] } as unknown as RevokeKeys, mails, transaction, clock),
          settleRefunds,
        ),
      ).run(order.id),
    fill: () => new FulfilBackorders(orders, stock, mails, refunds, transaction, clock).run(),
  };
}
