import { Module } from '@nestjs/common';
import { Config } from '../../platform/config/config.ts';
import { TrustedCountryReader } from '../../platform/http/security/trusted-country.ts';
import { BlockerModule } from '../blocker/blocker.module.ts';
import { CartValidationModule } from '../cart-validation/cart-validation.module.ts';
import { CatalogModule } from '../catalog/catalog.module.ts';
import { OrdersModule } from '../orders/orders.module.ts';
import { PaymentsModule } from '../payments/payments.module.ts';
import { UsersModule } from '../users/users.module.ts';
import { CheckoutController } from './adapters/checkout.controller.ts';
import { EndOpenCheckouts } from './application/end-open-checkouts.ts';
import { OpenCheckout, ReservationLimits } from './application/open-checkout.ts';

@Module({
  imports: [BlockerModule, CatalogModule, CartValidationModule, OrdersModule, PaymentsModule, UsersModule],
  controllers: [CheckoutController],
  providers: [
    { provide: ReservationLimits, inject: [Config], useFactory: (config: Config) => config.reservation },
    EndOpenCheckouts,
    OpenCheckout,
    TrustedCountryReader,
  ],
})
export class CheckoutModule {}
