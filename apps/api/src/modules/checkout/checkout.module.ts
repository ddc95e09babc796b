import { Module } from '@nestjs/common';
import { Config } from '../../platform/config/config.ts';
import { Outside } from '../../platform/health/outside.ts';
import { TrustedCountryReader } from '../../platform/http/trusted-country.ts';
import { BlockerModule } from '../blocker/blocker.module.ts';
import { CartValidationModule } from '../cart-validation/cart-validation.module.ts';
import { CatalogModule } from '../catalog/catalog.module.ts';
import { OrdersModule } from '../orders/orders.module.ts';
import { UsersModule } from '../users/users.module.ts';
import { CheckoutController } from './adapters/checkout.controller.ts';
import { OrderMoneyOpsController } from './adapters/order-money-ops.controller.ts';
import { PaymentsOpsController } from './adapters/payments-ops.controller.ts';
import { PaymentsWorker } from './adapters/payments.worker.ts';
import { SqlPaymentDesk } from './adapters/sql-payment-desk.ts';
import { SqlCheckoutTraces } from './adapters/sql-checkout-traces.ts';
import { SqlPaymentEvents } from './adapters/sql-payment-events.ts';
import { StripePaymentProvider } from './adapters/stripe-payment-provider.ts';
import { StripeWebhookController } from './adapters/stripe-webhook.controller.ts';
import { AskAgain } from './application/ask-again.ts';
import { CancelOrder } from './application/cancel-order.ts';
import { ComparePayments } from './application/compare-payments.ts';
import { EndOpenCheckouts } from './application/end-open-checkouts.ts';
import { GiveUpRefund } from './application/give-up-refund.ts';
import { OpenCheckout, ReservationLimits } from './application/open-checkout.ts';
import { OpenSession } from './application/open-session.ts';
import { PaymentDesk } from './application/payment-desk.ts';
import { PaymentEvents, PaymentProvider } from './application/ports.ts';
import { ProcessEvent } from './application/process-event.ts';
import { ReceiveEvent } from './application/receive-event.ts';
import { ReconcileDisputes } from './application/reconcile-disputes.ts';
import { Reconcile } from './application/reconcile.ts';
import { RefundPayment } from './application/refund-payment.ts';
import { ReplayEvent } from './application/replay-event.ts';
import { SendRefund } from './application/send-refund.ts';
import { SettleDispute } from './application/settle-dispute.ts';
import { SettleRefunds } from './application/settle-refunds.ts';
import { Settle } from './application/settle.ts';

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
