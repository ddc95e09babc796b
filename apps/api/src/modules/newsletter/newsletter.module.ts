import { MikroOrmModule } from '@mikro-orm/nestjs';
import { Module } from '@nestjs/common';
import { PersonalTables } from '../../platform/personal-data/personal-rows.ts';
import { Retention } from '../../platform/scheduler/retention.ts';
import { EXPIRING, PERSONAL } from './adapters/personal-data.ts';
import { NewsletterMailWriter } from './adapters/mails/newsletter-mail-writer.ts';
import { NewsletterOpsController } from './ops/newsletter-ops.controller.ts';
import { NewsletterController } from './adapters/newsletter.controller.ts';
import { MikroOrmSubscriptions, newsletterTokenMapping, subscriptionMapping } from './adapters/mikro-orm-subscriptions.ts';
import { SqlSubscriberList } from './ops/sql-subscriber-list.ts';
import { Newsletter } from './application/newsletter.ts';
import { Subscriptions } from './application/ports.ts';
import { SubscriberAdmin, SubscriberList } from './application/subscriber-admin.ts';

@Module({
  imports: [MikroOrmModule.forFeature([subscriptionMapping, newsletterTokenMapping])],
  controllers: [NewsletterController, NewsletterOpsController],
  providers: [
    { provide: Subscriptions, useClass: MikroOrmSubscriptions },
    { provide: SubscriberList, useClass: SqlSubscriberList },
    Newsletter,
    NewsletterMailWriter,
    SubscriberAdmin,
  ],
})
export class NewsletterModule {
  constructor(retention: Retention, personal: PersonalTables) {
    retention.add(...EXPIRING);
    personal.add(...PERSONAL);
  }
}
