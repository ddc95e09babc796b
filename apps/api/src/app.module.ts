import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { DemoCoverArtModule } from './demo/demo-cover-art.module.ts';
import { BlockerModule } from './modules/blocker/blocker.module.ts';
import { CartValidationModule } from './modules/cart-validation/cart-validation.module.ts';
import { CatalogOpsModule } from './modules/catalog/catalog-ops.module.ts';
import { CatalogModule } from './modules/catalog/catalog.module.ts';
import { CheckoutModule } from './modules/checkout/checkout.module.ts';
import { ContentModule } from './modules/content/content.module.ts';
import { CustomersModule } from './modules/customers/customers.module.ts';
import { NewsletterModule } from './modules/newsletter/newsletter.module.ts';
import { OpsModule } from './modules/ops/ops.module.ts';
import { PaymentsModule } from './modules/payments/payments.module.ts';
import { PrivacyModule } from './modules/privacy/privacy.module.ts';
import { ReviewsModule } from './modules/reviews/reviews.module.ts';
import { SuppliersModule } from './modules/suppliers/suppliers.module.ts';
import { UsersModule } from './modules/users/users.module.ts';
import { CaptchaModule } from './platform/captcha/captcha.module.ts';
import { ClockModule } from './platform/clock/clock.module.ts';
import type { Config } from './platform/config/config.ts';
import { ConfigModule } from './platform/config/config.module.ts';
import { DatabaseModule } from './platform/database/database.module.ts';
import { HealthModule } from './platform/health/health.module.ts';
import { ImagesModule } from './platform/images/images.module.ts';
import { LimitsModule } from './platform/limits/limits.module.ts';
import { MetricsModule } from './platform/metrics/metrics.module.ts';
import { MailModule } from './platform/mail/mail.module.ts';
import { OutboxModule } from './platform/outbox/outbox.module.ts';
import { PersonalDataModule } from './platform/personal-data/personal-data.module.ts';
import { QueuesModule } from './platform/queues/queues.module.ts';
import { SchedulerModule } from './platform/scheduler/scheduler.module.ts';

const platform = [
  DatabaseModule,
  ClockModule,
  QueuesModule,
  PersonalDataModule,
  SchedulerModule,
  OutboxModule,
  MailModule,
  LimitsModule,
  CaptchaModule,
  ImagesModule,
  HealthModule,
  MetricsModule,
];
const modules = [
  OpsModule,
  CatalogModule,
  CatalogOpsModule,
  CartValidationModule,
  CheckoutModule,
  PaymentsModule,
  ContentModule,
  NewsletterModule,
  ReviewsModule,
  UsersModule,
  CustomersModule,
  PrivacyModule,
  BlockerModule,
  SuppliersModule,
];

@Module({})
export class AppModule {
  /** `more`: what one kind of process has besides. */
  static with(config: Config, ...more: Type[]): DynamicModule {
    return { module: AppModule, imports: [ConfigModule.with(config), ...platform, ...modules, DemoCoverArtModule, ...more] };
  }
}
