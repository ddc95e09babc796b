import { Module } from '@nestjs/common';
import { Outside } from '../../platform/health/outside.ts';
import { RecurringTasks } from '../../platform/scheduler/recurring-tasks.ts';
import { OrdersModule } from '../orders/orders.module.ts';
import { StockModule } from '../stock/stock.module.ts';
import { RefundLetterSheets } from './adapters/mails/refund-letter-sheets.ts';
import { RefundLetterWriter } from './adapters/mails/refund-letter-writer.ts';
import { PaymentsWorker } from './adapters/payments.worker.ts';
import { PROVIDERS } from './adapters/providers.ts';
import { SqlCheckoutTraces } from './adapters/sql-checkout-traces.ts';
import { SqlPaymentEvents } from './adapters/sql-payment-events.ts';
import { WebhooksController } from './adapters/webhooks.controller.ts';
import { AlertMismatches } from './application/alert-mismatches.ts';
import { AskAgain } from './application/ask-again.ts';
import { CancelOrder } from './application/cancel-order.ts';
import { ComparePayments } from './application/compare-payments.ts';
import { HeedSignal } from './application/disputes/heed-signal.ts';
import { LosePart } from './application/disputes/lose-part.ts';
import { ReconcileDisputes } from './application/disputes/reconcile-disputes.ts';
import { SettleDispute } from './application/disputes/settle-dispute.ts';
import { ProcessEvent } from './application/events/process-event.ts';
import { ReceiveEvent } from './application/events/receive-event.ts';
import { ReplayEvent } from './application/events/replay-event.ts';
import { OpenSession } from './application/open-session.ts';
import { PaymentDesk } from './application/payment-desk.ts';
import { PaymentProviders } from './application/payment-providers.ts';
import { PaymentEvents, PaymentProvider } from './application/ports.ts';
import { Reconcile } from './application/reconcile.ts';
import { AbandonRefund } from './application/refunds/abandon-refund.ts';
import { BounceRefund } from './application/refunds/bounce-refund.ts';
import { FinishRefund } from './application/refunds/finish-refund.ts';
import { GiveUpRefund } from './application/refunds/give-up-refund.ts';
import { GiveUpWaiting } from './application/refunds/give-up-waiting.ts';
import { PrepareRefund } from './application/refunds/prepare-refund.ts';
import { RecordForeignRefund } from './application/refunds/record-foreign-refund.ts';
import { RefundPayment } from './application/refunds/refund-payment.ts';
import { SendRefund } from './application/refunds/send-refund.ts';
import { SettleRefunds } from './application/refunds/settle-refunds.ts';
import { TakeKeys } from './application/refunds/take-keys.ts';
import { Settle } from './application/settle.ts';
import { PaymentTimeline } from './ops/payment-timeline.ts';
import { PaymentsOpsController } from './ops/payments-ops.controller.ts';
import { RefundsOpsController } from './ops/refunds-ops.controller.ts';
import { SqlPaymentDesk } from './ops/sql-payment-desk.ts';
import { TableFigures } from '../../platform/metrics/table-figures.ts';
import { PAYMENT_FIGURES } from './adapters/payment-figures.ts';

const adapters = Object.values(PROVIDERS);

@Module({
  imports: [OrdersModule, StockModule],
  controllers: [WebhooksController, RefundsOpsController, PaymentsOpsController],
  providers: [
    ...adapters,
    { provide: PaymentProvider, useExisting: adapters[0] },
    {
      provide: PaymentProviders,
      inject: [PaymentProvider, ...adapters],
      useFactory: (current: PaymentProvider, ...all: PaymentProvider[]) => new PaymentProviders(current, all),
    },
    { provide: PaymentEvents, useClass: SqlPaymentEvents },
    { provide: PaymentDesk, useClass: SqlPaymentDesk },
    AbandonRefund,
    AlertMismatches,
    AskAgain,
    BounceRefund,
    CancelOrder,
    ComparePayments,
    FinishRefund,
    GiveUpRefund,
    GiveUpWaiting,
    HeedSignal,
    LosePart,
    OpenSession,
    PaymentTimeline,
    PrepareRefund,
    ProcessEvent,
    ReceiveEvent,
    Reconcile,
    ReconcileDisputes,
    RecordForeignRefund,
    RefundLetterSheets,
    RefundLetterWriter,
    RefundPayment,
    ReplayEvent,
    SendRefund,
    Settle,
    SettleDispute,
    SettleRefunds,
    TakeKeys,
    PaymentsWorker,
    SqlCheckoutTraces,
  ],
  exports: [OpenSession, PaymentProviders, Settle],
})
export class PaymentsModule {
  constructor(
    figures: TableFigures,
    outside: Outside,
    provider: PaymentProvider,
    tasks: RecurringTasks,
    reconcile: Reconcile,
    reconcileDisputes: ReconcileDisputes,
    askAgain: AskAgain,
    alertMismatches: AlertMismatches,
  ) {
    figures.add(PAYMENT_FIGURES);
    outside.add('payments', () => provider.ping());
    tasks.add(
      { name: 'reconcile', everyMs: 60_000, run: () => reconcile.run() },
      { name: 'reconcile-disputes', everyMs: 60_000, run: () => reconcileDisputes.run() },
      { name: 'ask-again', everyMs: 60_000, run: () => askAgain.run() },
      { name: 'alert-mismatches', everyMs: 60_000, run: () => alertMismatches.run() },
    );
  }
}
