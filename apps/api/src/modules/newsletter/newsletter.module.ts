import { Module } from '@nestjs/common';
import { PersonalData } from '../../platform/scheduler/personal-data.ts';
import { EXPIRING } from './adapters/personal-data.ts';
import { NewsletterLetterWriter } from './adapters/newsletter-letter-writer.ts';
import { NewsletterOpsController } from './ops/newsletter-ops.controller.ts';
import { NewsletterController } from './adapters/newsletter.controller.ts';
import { SqlSubscriberShelf } from './ops/sql-subscriber-shelf.ts';
import { SqlSubscriptions } from './adapters/sql-subscriptions.ts';
import { Newsletter } from './application/newsletter.ts';
import { Subscriptions } from './application/ports.ts';
import { SubscriberDesk, SubscriberShelf } from './application/subscriber-desk.ts';

@Module({
  controllers: [NewsletterController, NewsletterOpsController],
  providers: [
    { provide: Subscriptions, useClass: SqlSubscriptions },
    { provide: SubscriberShelf, useClass: SqlSubscriberShelf },
    Newsletter,
    NewsletterLetterWriter,
    SubscriberDesk,
  ],
})
export class NewsletterModule {
  constructor(personalData: PersonalData) {
    personalData.add(...EXPIRING);
  }
}
