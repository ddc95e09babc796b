import { Module } from '@nestjs/common';
import { Config } from '../../platform/config/config.ts';
import { CartValidationModule } from '../cart-validation/cart-validation.module.ts';
import { CatalogModule } from '../catalog/catalog.module.ts';
import { OrdersModule } from '../orders/orders.module.ts';
import { UsersModule } from '../users/users.module.ts';
import { CheckoutController } from './adapters/checkout.controller.ts';
import { PaymentsWorker } from './adapters/payments.worker.ts';
import { SqlPaymentEvents } from './adapters/sql-payment-events.ts';
import { StripePaymentProvider } from './adapters/stripe-payment-provider.ts';
import { StripeWebhookController } from './adapters/stripe-webhook.controller.ts';
import { AskAgain } from './application/ask-again.ts';
import { EndOpenCheckouts } from './application/end-open-checkouts.ts';
import { OpenCheckout, ReservationLimits } from './application/open-checkout.ts';
import { OpenSession } from './application/open-session.ts';
import { PaymentEvents, PaymentProvider } from './application/ports.ts';
import { ProcessEvent } from './application/process-event.ts';
import { ReceiveEvent } from './application/receive-event.ts';
import { Reconcile } from './application/reconcile.ts';
import { RefundPayment } from './application/refund-payment.ts';
import { Settle } from './application/settle.ts';

@Module({
  imports: [CatalogModule, CartValidationModule, OrdersModule, UsersModule],
  controllers: [CheckoutController, StripeWebhookController],
  providers: [
    { provide: PaymentProvider, useClass: StripePaymentProvider },
    { provide: PaymentEvents, useClass: SqlPaymentEvents },
    { provide: ReservationLimits, inject: [Config], useFactory: (config: Config) => config.reservation },
    AskAgain,
    EndOpenCheckouts,
    OpenCheckout,
    OpenSession,
    ProcessEvent,
    ReceiveEvent,
    Reconcile,
    RefundPayment,
    Settle,
    PaymentsWorker,
  ],
  exports: [AskAgain, Reconcile],
})
export class CheckoutModule {}
