import {
  AwaitTransfer,
  EndUnpaidOrder,
  FulfilBackorders,
  type Orders,
  PlaceOrder,
  type Refunds,
  TakePayment,
} from '../../modules/orders/index.ts';
import { ResendKeys } from '../../modules/orders/application/resend-keys.ts';
import { NoteOrderMail } from '../../modules/orders/application/note-order-mail.ts';
import { ReplanFreedKeys } from '../../modules/orders/application/replan-freed-keys.ts';
import { CheckCart } from '../../modules/cart-validation/index.ts';
import { InMemoryCustomerLimits } from '../../modules/cart-validation/testing/in-memory-customer-limits.ts';
import type { Catalogue } from '../../modules/catalog/index.ts';
import { EndOpenCheckouts } from '../../modules/checkout/application/end-open-checkouts.ts';
import { OpenCheckout } from '../../modules/checkout/application/open-checkout.ts';
import type { ReservationLimits } from '../../modules/checkout/domain/hoarding.ts';
import { CancelOrder } from '../../modules/payments/application/cancel-order.ts';
import type { HandleDisputeEvent } from '../../modules/payments/application/disputes/handle-dispute-event.ts';
import type { SettleDispute } from '../../modules/payments/application/disputes/settle-dispute.ts';
import { ProcessEvent } from '../../modules/payments/application/events/process-event.ts';
import { ReceiveEvent } from '../../modules/payments/application/events/receive-event.ts';
import { ReceiveUndelivered } from '../../modules/payments/application/events/receive-undelivered.ts';
import { OpenSession } from '../../modules/payments/application/open-session.ts';
import { PaymentProviders } from '../../modules/payments/application/payment-providers.ts';
import type { PaymentEvents, PaymentProvider } from '../../modules/payments/application/ports.ts';
import { Reconcile } from '../../modules/payments/application/reconcile.ts';
import { AbandonRefund } from '../../modules/payments/application/refunds/abandon-refund.ts';
import { GiveUpRefund } from '../../modules/payments/application/refunds/give-up-refund.ts';
import { MarkRefundFailed } from '../../modules/payments/application/refunds/from-provider/mark-refund-failed.ts';
import { RecordProviderRefund } from '../../modules/payments/application/refunds/from-provider/record-provider-refund.ts';
import { CancelBackorder } from '../../modules/payments/application/refunds/cancel-backorder.ts';
import { FinishRefund } from '../../modules/payments/application/refunds/finish-refund.ts';
import { PrepareRefund } from '../../modules/payments/application/refunds/prepare-refund.ts';
import { RefundPayment } from '../../modules/payments/application/refunds/refund-payment.ts';
import { RevokeKeys } from '../../modules/payments/application/refunds/revoke-keys.ts';
import { SendRefund } from '../../modules/payments/application/refunds/send-refund.ts';
import { SettleRefunds } from '../../modules/payments/application/refunds/from-provider/settle-refunds.ts';
import type { NoteRefusedAttempts } from '../../modules/payments/application/risk/note-refused-attempts.ts';
import type { RefundWarned } from '../../modules/payments/application/risk/refund-warned.ts';
import type { SettleReview } from '../../modules/payments/application/risk/settle-review.ts';
import { RequeueOverdueJobs } from '../../modules/payments/application/requeue-overdue-jobs.ts';
import { Settle } from '../../modules/payments/application/settle.ts';
import type { Audit } from '../../modules/ops/index.ts';
import type { KeyReveals } from '../../modules/orders/index.ts';
import { type AssessOrders, ChooseThreeDSecure } from '../../modules/risk/index.ts';
import { AddKeys, type KeyReturns, type KeyStock } from '../../modules/stock/index.ts';
import { ReleaseLapsed } from '../../modules/stock/application/release-lapsed.ts';
import { type MailRows, MailWriters } from '../../platform/mail/ports.ts';
import { QueuedMailOutbox } from '../../platform/mail/sending/queued-mail-outbox.ts';
import type { ReopenMail } from '../../platform/mail/sending/reopen-mail.ts';
import { SendMail } from '../../platform/mail/sending/send-mail.ts';
import { SendOverdueMails } from '../../platform/mail/sending/send-overdue-mails.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import type { Alerts, Clock, Ids, Mailer, Outbox, Transaction } from '../../shared/ports.ts';
import { SimulatedMails } from './simulated-mails.ts';

/** What a process of the shop is made of. */
export interface Ports {
  readonly orders: Orders;
  readonly refunds: Refunds;
  readonly stock: KeyStock;
  readonly assess: AssessOrders;
  readonly keyReturns: KeyReturns;
  readonly keyReveals: KeyReveals;
  readonly events: PaymentEvents;
  readonly mailRows: MailRows;
  readonly outbox: Outbox;
  readonly alerts: Alerts;
  readonly audit: Audit;
  readonly transaction: Transaction;
  readonly provider: PaymentProvider;
  readonly mailer: Mailer;
  readonly catalogue: Catalogue;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly limits: ReservationLimits;
  readonly longestWaitMs: number;
}

/** Use cases by name: a planted defect gives one of them other ports. */
export type PortsOf = (useCase: string) => Ports;

export type Shop = ReturnType<typeof composeShop>;

const noMetrics = new Proxy({}, { get: () => () => undefined }) as Metrics;

/** The use cases from the checkout to the mail, as the modules compose them. What is not part of it: `use-cases-left-out.ts`. */
export function composeShop(portsOf: PortsOf) {
  const shared = portsOf('');
  const providers = (useCase: string) => new PaymentProviders(portsOf(useCase).provider);
  const mails = (useCase: string) => {
    const { mailRows, outbox } = portsOf(useCase);
    return new QueuedMailOutbox(mailRows, outbox, undefined as unknown as ReopenMail);
  };
  const made = <T>(useCase: string, make: (ports: Ports) => T): T => make(portsOf(useCase));

  const endUnpaid = made('EndUnpaidOrder', (p) => new EndUnpaidOrder(p.orders, p.stock, p.transaction, p.clock));
  const takePayment = made(
    'TakePayment',
    (p) => new TakePayment(p.orders, mails('TakePayment'), p.stock, p.assess, p.outbox, p.alerts, p, p.transaction, p.clock),
  );
  const awaitTransfer = made('AwaitTransfer', (p) => new AwaitTransfer(p.orders, p.stock, p.transaction, p.clock));
  const settle = new Settle(providers('Settle'), shared.orders, takePayment, awaitTransfer, endUnpaid);
  const openSession = made('OpenSession', (p) => new OpenSession(p.orders, providers('OpenSession'), endUnpaid));
  const endOpenCheckouts = new EndOpenCheckouts(shared.orders, providers('EndOpenCheckouts'), settle, endUnpaid);
  const placeOrder = made('PlaceOrder', (p) => new PlaceOrder(p.orders, p.stock, p.clock, p.ids));
  const revokeKeys = (useCase: string, p: Ports) => new RevokeKeys(p.stock, p.keyReturns, p.keyReveals, mails(useCase));
  const finishRefund = made('FinishRefund', (p) => {
    const revoke = revokeKeys('FinishRefund', p);
    return new FinishRefund(p.orders, p.refunds, revoke, mails('FinishRefund'), p.transaction, p.clock);
  });
  const noteOrderMail = made('NoteOrderMail', (p) => new NoteOrderMail(p.orders, p.clock));
  const prepareRefund = made(
    'PrepareRefund',
    (p) =>
      new PrepareRefund(
        p.orders,
        p.refunds,
        p.keyReveals,
        revokeKeys('PrepareRefund', p),
        p.outbox,
        p.audit,
        p.transaction,
        p.clock,
        p.ids,
      ),
  );
  const recordRefund = made('RecordProviderRefund', (p) => {
    const revoke = revokeKeys('RecordProviderRefund', p);
    return new RecordProviderRefund(
      p.orders,
      p.refunds,
      p.stock,
      revoke,
      p.keyReveals,
      mails('RecordProviderRefund'),
      p.transaction,
      p.clock,
    );
  });
  const markFailed = made(
    'MarkRefundFailed',
    (p) => new MarkRefundFailed(p.orders, p.refunds, mails('MarkRefundFailed'), p.transaction, p.clock),
  );
  const settleRefunds = made(
    'SettleRefunds',
    (p) => new SettleRefunds(p.orders, p.refunds, providers('SettleRefunds'), finishRefund, markFailed, recordRefund),
  );
  const sendRefund = made('SendRefund', (p) => new SendRefund(p.orders, p.refunds, providers('SendRefund'), finishRefund, settleRefunds));
  const abandonRefund = made(
    'AbandonRefund',
    (p) => new AbandonRefund(p.orders, p.refunds, p.keyReturns, mails('AbandonRefund'), p.audit, p.transaction, p.clock),
  );
  const receiveEvent = made('ReceiveEvent', (p) => new ReceiveEvent(providers('ReceiveEvent'), p.events, p.outbox, p.transaction));
  const writers = new MailWriters();
  writers.add(new SimulatedMails(shared.orders, shared.stock, noteOrderMail, new ReplanFreedKeys(shared.orders, shared.stock, mails(''))));
  const ignored = { run: async () => 'payment of no order' };
  return {
    checkout: made(
      'OpenCheckout',
      (p) =>
        new OpenCheckout(
          { isBlocked: async () => false },
          { of: async () => [], ofAll: async () => [] },
          new CheckCart(
            p.catalogue,
            p.stock,
            new InMemoryCustomerLimits(),
            { lock: async () => undefined, of: async () => new Map() },
            p.clock,
          ),
          endOpenCheckouts,
          placeOrder,
          p.orders,
          openSession,
          providers('OpenCheckout'),
          p.limits,
          // Whoever is asked for a captcha solves it.
          { spend: async () => undefined },
          new ChooseThreeDSecure(p.assess, { threeDSecure: 'automatic' }),
          { current: async () => 'terms-1', ofVersion: async () => null },
          { note: async () => undefined, noteReveal: async () => undefined, ofOrder: async () => [] },
          p.transaction,
          p.clock,
        ),
    ),
    receiveEvent,
    processEvent: made(
      'ProcessEvent',
      (p) =>
        new ProcessEvent(
          p.events,
          providers('ProcessEvent'),
          settle,
          ignored as unknown as SettleDispute,
          settleRefunds,
          ignored as unknown as HandleDisputeEvent,
          ignored as unknown as SettleReview,
          ignored as unknown as RefundWarned,
          ignored as unknown as NoteRefusedAttempts,
          p.clock,
        ),
    ),
    sendRefund,
    prepareRefund,
    cancelOrder: made(
      'CancelOrder',
      (p) => new CancelOrder(p.orders, providers('CancelOrder'), settle, endUnpaid, prepareRefund, sendRefund, p.audit, p.transaction),
    ),
    giveUpRefund: made(
      'GiveUpRefund',
      (p) => new GiveUpRefund(p.orders, p.refunds, providers('GiveUpRefund'), finishRefund, abandonRefund),
    ),
    resendKeys: made('ResendKeys', (p) => {
      const limits = { looksPerHour: 30, resendsPerDay: 3 };
      return new ResendKeys(p.orders, mails('ResendKeys'), p.refunds, limits, p.transaction, p.clock);
    }),
    refundPayment: made(
      'CancelBackorder',
      (p) => new RefundPayment(new CancelBackorder(p.orders, p.refunds, p.stock, p.transaction, p.clock), sendRefund),
    ),
    sendMail: made('SendMail', (p) => new SendMail(p.mailRows, writers, p.mailer, p.alerts, p.outbox, p.transaction, p.clock, noMetrics)),
    addKeys: made('AddKeys', (p) => new AddKeys(p.stock, p.transaction)),
    recurring: {
      reconcile: made(
        'Reconcile',
        (p) => new Reconcile(p.orders, providers('Reconcile'), settle, openSession, endUnpaid, p.transaction, p.clock),
      ),
      'ask-again': made(
        'RequeueOverdueJobs',
        (p) => new RequeueOverdueJobs(p.events, p.orders, p.refunds, p.outbox, p.transaction, p.clock),
      ),
      'fill-waiting': made(
        'FulfilBackorders',
        (p) => new FulfilBackorders(p.orders, p.stock, mails('FulfilBackorders'), p.refunds, p.transaction, p.clock),
      ),
      'receive-undelivered': made(
        'ReceiveUndelivered',
        (p) => new ReceiveUndelivered(providers('ReceiveUndelivered'), p.events, receiveEvent),
      ),
      'release-lapsed': made('ReleaseLapsed', (p) => new ReleaseLapsed(p.stock, p.transaction)),
      'send-overdue-mails': made('SendOverdueMails', (p) => new SendOverdueMails(p.mailRows, p.outbox, p.transaction, p.clock)),
    } satisfies Record<string, { run(): Promise<unknown> }>,
  };
}
