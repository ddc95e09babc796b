import { Module } from '@nestjs/common';
import { Config } from '../../platform/config/config.ts';
import { Outside } from '../../platform/health/outside.ts';
import { TrustedCountryReader } from '../../platform/http/security/trusted-country.ts';
import { BlockerModule } from '../blocker/blocker.module.ts';
import { CartValidationModule } from '../cart-validation/cart-validation.module.ts';
import { CatalogModule } from '../catalog/catalog.module.ts';
import { OrdersModule } from '../orders/orders.module.ts';
import { UsersModule } from '../users/users.module.ts';
import { CheckoutController } from './adapters/checkout.controller.ts';
import { OrderMoneyOpsController } from '../payments/ops/refunds-ops.controller.ts';
import { PaymentsOpsController } from '../payments/ops/payments-ops.controller.ts';
import { PaymentsWorker } from '../payments/adapters/payments.worker.ts';
import { SqlPaymentDesk } from '../payments/ops/sql-payment-desk.ts';
import { SqlCheckoutTraces } from '../payments/adapters/sql-checkout-traces.ts';
import { SqlPaymentEvents } from '../payments/adapters/sql-payment-events.ts';
import { StripePaymentProvider } from '../payments/adapters/stripe/stripe-payment-provider.ts';
import { StripeWebhookController } from '../payments/adapters/stripe/stripe-webhook.controller.ts';
import { AskAgain } from '../payments/application/ask-again.ts';
import { CancelOrder } from '../payments/application/cancel-order.ts';
import { ComparePayments } from '../payments/application/compare-payments.ts';
import { EndOpenCheckouts } from './application/end-open-checkouts.ts';
import { GiveUpRefund } from '../payments/application/refunds/give-up-refund.ts';
import { OpenCheckout, ReservationLimits } from './application/open-checkout.ts';
import { OpenSession } from '../payments/application/open-session.ts';
import { PaymentDesk } from '../payments/application/payment-desk.ts';
import { PaymentEvents, PaymentProvider } from '../payments/application/ports.ts';
import { ProcessEvent } from '../payments/application/events/process-event.ts';
import { ReceiveEvent } from '../payments/application/events/receive-event.ts';
import { ReconcileDisputes } from '../payments/application/disputes/reconcile-disputes.ts';
import { Reconcile } from '../payments/application/reconcile.ts';
import { RefundPayment } from '../payments/application/refunds/refund-payment.ts';
import { ReplayEvent } from '../payments/application/events/replay-event.ts';
import { SendRefund } from '../payments/application/refunds/send-refund.ts';
import { SettleDispute } from '../payments/application/disputes/settle-dispute.ts';
import { SettleRefunds } from '../payments/application/refunds/settle-refunds.ts';
import { Settle } from '../payments/application/settle.ts';

@Module({
  imports: [BlockerModule, CatalogModule, CartValidationModule, OrdersModule, UsersModule],
  controllers: [CheckoutController, StripeWebhookController, OrderMoneyOpsController, PaymentsOpsController],
  providers: [
    { provide: PaymentProvider, useClass: StripePaymentProvider },
    { provide: PaymentEvents, useClass: SqlPaymentEvents },
    { provide: PaymentDesk, useClass: SqlPaymentDesk },
    { provide: ReservationLimits, inject: [Config], useFactory: (config: Config) => config.reservation },
    AskAgain,
    CancelOrder,
    ComparePayments,
    EndOpenCheckouts,
    GiveUpRefund,
    OpenCheckout,
    OpenSession,
    ProcessEvent,
    ReceiveEvent,
    Reconcile,
    ReconcileDisputes,
    RefundPayment,
    ReplayEvent,
    SendRefund,
    Settle,
    SettleDispute,
    SettleRefunds,
    TrustedCountryReader,
    PaymentsWorker,
    SqlCheckoutTraces,
  ],
  exports: [AskAgain, Reconcile, ReconcileDisputes],
})
export class CheckoutModule {
  constructor(outside: Outside, provider: PaymentProvider) {
    outside.add('payments', () => provider.ping());
  }
}
