import { Module } from '@nestjs/common';
import { Config } from '../../platform/config/config.ts';
import { TrustedCountryReader } from '../../platform/http/security/trusted-country.ts';
import { BlockerModule } from '../blocker/blocker.module.ts';
import { CartValidationModule } from '../cart-validation/cart-validation.module.ts';
import { CatalogModule } from '../catalog/catalog.module.ts';
import { ContentModule } from '../content/content.module.ts';
import { OrdersModule } from '../orders/orders.module.ts';
import { PaymentsModule } from '../payments/payments.module.ts';
import { RiskModule } from '../risk/risk.module.ts';
import { UsersModule } from '../users/users.module.ts';
import { CheckoutController } from './adapters/checkout.controller.ts';
import { EndOpenCheckouts } from './application/end-open-checkouts.ts';
import { OpenCheckout } from './application/open-checkout.ts';
import { ReservationLimits } from './domain/hoarding.ts';

@Module({
  imports: [BlockerModule, CatalogModule, CartValidationModule, ContentModule, OrdersModule, PaymentsModule, RiskModule, UsersModule],
  controllers: [CheckoutController],
  providers: [
    { provide: ReservationLimits, inject: [Config], useFactory: reservationLimits },
    EndOpenCheckouts,
    OpenCheckout,
    TrustedCountryReader,
  ],
})
export class CheckoutModule {}

function reservationLimits({ reservation, exchangeRates }: Config): ReservationLimits {
  return { ...reservation, perEuro: { Eur: 1, ...exchangeRates } };
}
