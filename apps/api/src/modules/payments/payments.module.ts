import { Module, type ModuleMetadata } from '@nestjs/common';
import { DependencyHealth } from '../../platform/health/dependency-health.ts';
import { Config } from '../../platform/config/config.ts';
import { PersonalTables } from '../../platform/personal-data/personal-rows.ts';
import { Retention } from '../../platform/scheduler/retention.ts';
import { RecurringTasks } from '../../platform/scheduler/recurring-tasks.ts';
import { ContentModule } from '../content/content.module.ts';
import { OrdersModule } from '../orders/orders.module.ts';
import { RiskModule } from '../risk/risk.module.ts';
import { StockModule } from '../stock/stock.module.ts';
import { RefundMailTemplates } from './adapters/mails/refund-mail-templates.ts';
import { RefundMailWriter } from './adapters/mails/refund-mail-writer.ts';
import { PaymentsWorker } from './adapters/payments.worker.ts';
import { type ProviderAdapter, type ProviderAdapters, PROVIDERS } from './adapters/providers.ts';
import { expiringDisputes } from './adapters/disputes/expiring-disputes.ts';
import { SqlDisputes } from './adapters/disputes/sql-disputes.ts';
import { SqlCheckoutTraces } from './adapters/sql-checkout-traces.ts';
import { expiringEvents, PERSONAL } from './adapters/personal-data.ts';
import { SqlPaymentEvents } from './adapters/sql-payment-events.ts';
import { webhookController } from './adapters/webhooks.controller.ts';
import { AlertMismatches } from './application/alert-mismatches.ts';
import { RequeueOverdueJobs } from './application/requeue-overdue-jobs.ts';
import { CancelOrder } from './application/cancel-order.ts';
import { ComparePayments } from './application/compare-payments.ts';
import { AssembleEvidence } from './application/disputes/assemble-evidence.ts';
import { CloseDispute } from './application/disputes/close-dispute.ts';
import { Disputes } from './application/disputes/disputes.ts';
import { EditEvidence } from './application/disputes/edit-evidence.ts';
import { HandleDisputeEvent } from './application/disputes/handle-dispute-event.ts';
import { RecordDispute } from './application/disputes/record-dispute.ts';
import { RecordPartialChargeback } from './application/disputes/record-partial-chargeback.ts';
import { ReconcileDisputes } from './application/disputes/reconcile-disputes.ts';
import { SettleDispute } from './application/disputes/settle-dispute.ts';
import { SubmitEvidence } from './application/disputes/submit-evidence.ts';
import { WatchEvidence } from './application/disputes/watch-evidence.ts';
import { ProcessEvent } from './application/events/process-event.ts';
import { ReceiveEvent } from './application/events/receive-event.ts';
import { ReceiveUndelivered } from './application/events/receive-undelivered.ts';
import { ReplayEvent } from './application/events/replay-event.ts';
import { OpenSession } from './application/open-session.ts';
import { StaffPayments } from './application/staff-payments.ts';
import { PaymentProviders } from './application/payment-providers.ts';
import { PaymentEvents, PaymentProvider } from './application/ports.ts';
import { Reconcile } from './application/reconcile.ts';
import { AbandonRefund } from './application/refunds/abandon-refund.ts';
import { MarkRefundFailed } from './application/refunds/from-provider/mark-refund-failed.ts';
import { FinishRefund } from './application/refunds/finish-refund.ts';
import { GiveUpRefund } from './application/refunds/give-up-refund.ts';
import { CancelBackorder } from './application/refunds/cancel-backorder.ts';
import { PrepareRefund } from './application/refunds/prepare-refund.ts';
import { RecordProviderRefund } from './application/refunds/from-provider/record-provider-refund.ts';
import { RefundPayment } from './application/refunds/refund-payment.ts';
import { SendRefund } from './application/refunds/send-refund.ts';
import { SettleRefunds } from './application/refunds/from-provider/settle-refunds.ts';
import { RevokeKeys } from './application/refunds/revoke-keys.ts';
import { HoldLimits, RefundHeld } from './application/risk/refund-held.ts';
import { NoteRefusedAttempts } from './application/risk/note-refused-attempts.ts';
import { RefundWarned, WarningRules } from './application/risk/refund-warned.ts';
import { SettleReview } from './application/risk/settle-review.ts';
import { RefundWithheld } from './application/risk/refund-withheld.ts';
import { Settle } from './application/settle.ts';
import { DisputesOpsController } from './ops/disputes-ops.controller.ts';
import { PaymentTimeline } from './ops/payment-timeline.ts';
import { PaymentsOpsController } from './ops/payments-ops.controller.ts';
import { RefundsOpsController } from './ops/refunds-ops.controller.ts';
import { SqlStaffPayments } from './ops/sql-staff-payments.ts';
import { TableFigures } from '../../platform/metrics/table-figures.ts';
import { PAYMENT_FIGURES } from './adapters/payment-figures.ts';

/** The module with these providers, the first of which takes new payments. */
export function paymentsMetadata<Listed extends ProviderAdapters<Listed>>(listed: Listed): ModuleMetadata {
  const byName = Object.entries<ProviderAdapter>(listed);
  const adapters = byName.map(([, adapter]) => adapter);
  const webhooks = byName.map(([name, { signatureHeaders }]) => webhookController(name, signatureHeaders));
  return {
    imports: [ContentModule, OrdersModule, RiskModule, StockModule],
    controllers: [...webhooks, RefundsOpsController, PaymentsOpsController, DisputesOpsController],
    providers: [
      ...adapters,
      { provide: PaymentProvider, useExisting: adapters[0] },
      {
        provide: PaymentProviders,
        inject: [PaymentProvider, ...adapters],
        useFactory: (current: PaymentProvider, ...all: PaymentProvider[]) => new PaymentProviders(current, all),
      },
      { provide: PaymentEvents, useClass: SqlPaymentEvents },
      { provide: Disputes, useClass: SqlDisputes },
      { provide: StaffPayments, useClass: SqlStaffPayments },
      AbandonRefund,
      AlertMismatches,
      AssembleEvidence,
      CloseDispute,
      EditEvidence,
      RequeueOverdueJobs,
      MarkRefundFailed,
      CancelOrder,
      ComparePayments,
      FinishRefund,
      GiveUpRefund,
      CancelBackorder,
      HandleDisputeEvent,
      RecordDispute,
      RecordPartialChargeback,
      OpenSession,
      PaymentTimeline,
      PrepareRefund,
      ProcessEvent,
      ReceiveEvent,
      ReceiveUndelivered,
      Reconcile,
      ReconcileDisputes,
      RecordProviderRefund,
      RefundMailTemplates,
      RefundMailWriter,
      { provide: HoldLimits, inject: [Config], useFactory: ({ risk }: Config): HoldLimits => risk },
      { provide: WarningRules, inject: [Config], useFactory: ({ risk }: Config): WarningRules => risk },
      NoteRefusedAttempts,
      RefundHeld,
      RefundWarned,
      RefundWithheld,
      SettleReview,
      RefundPayment,
      ReplayEvent,
      SendRefund,
      Settle,
      SettleDispute,
      SettleRefunds,
      SubmitEvidence,
      WatchEvidence,
      RevokeKeys,
      PaymentsWorker,
      SqlCheckoutTraces,
    ],
    exports: [OpenSession, PaymentProviders, Settle],
  };
}

@Module(paymentsMetadata(PROVIDERS))
export class PaymentsModule {
  constructor(
    figures: TableFigures,
    outside: DependencyHealth,
    providers: PaymentProviders,
    tasks: RecurringTasks,
    reconcile: Reconcile,
    reconcileDisputes: ReconcileDisputes,
    requeueOverdueJobs: RequeueOverdueJobs,
    alertMismatches: AlertMismatches,
    refundHeld: RefundHeld,
    watchEvidence: WatchEvidence,
    receiveUndelivered: ReceiveUndelivered,
    retention: Retention,
    personal: PersonalTables,
    config: Config,
  ) {
    personal.add(...PERSONAL);
    retention.add(...expiringEvents(config.retention), expiringDisputes(config.retention.disputeDays));
    figures.add(PAYMENT_FIGURES);
    outside.add('payments', () => providers.ping());
    tasks.add(
      { name: 'reconcile', everyMs: 60_000, run: () => reconcile.run() },
      { name: 'reconcile-disputes', everyMs: 60_000, run: () => reconcileDisputes.run() },
      { name: 'watch-evidence', everyMs: 60_000, run: () => watchEvidence.run() },
      { name: 'ask-again', everyMs: 60_000, run: () => requeueOverdueJobs.run() },
      { name: 'refund-held', everyMs: 60_000, run: () => refundHeld.run() },
      { name: 'receive-undelivered', everyMs: 600_000, run: () => receiveUndelivered.run() },
      { name: 'alert-mismatches', everyMs: 60_000, run: () => alertMismatches.run() },
    );
  }
}
