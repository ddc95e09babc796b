import { MikroOrmModule } from '@mikro-orm/nestjs';
import { Module } from '@nestjs/common';
import { PersonalTables } from '../../platform/personal-data/personal-rows.ts';
import { Config } from '../../platform/config/config.ts';
import { Retention } from '../../platform/scheduler/retention.ts';
import { expiringMessages, PERSONAL } from './adapters/personal-data.ts';
import { ImagesModule } from '../../platform/images/images.module.ts';
import { limits } from '../../platform/limits/limits.ts';
import { blogPostMapping, infoPageMapping } from './adapters/content-mappings.ts';
import { ContactMailWriter } from './adapters/mails/contact-mail-writer.ts';
import { ContactOpsController } from './ops/contact-ops.controller.ts';
import { ContactController } from './adapters/contact.controller.ts';
import { ContentOpsController } from './ops/content-ops.controller.ts';
import { ContentController } from './adapters/content.controller.ts';
import { SafePostTexts } from './adapters/safe-post-texts.ts';
import { SqlContactMessages } from './adapters/sql-contact-messages.ts';
import { SqlContactInbox } from './ops/sql-contact-inbox.ts';
import { SqlContentReads } from './adapters/sql-content-reads.ts';
import { SqlTerms } from './adapters/sql-terms.ts';
import { MikroOrmContentStore } from './ops/mikro-orm-content-store.ts';
import { ContactMessages, MessageLimit, SendContactMessage } from './application/contact.ts';
import { ContactAdmin, ContactInbox } from './application/contact-admin.ts';
import { ContentAdmin, ContentStore } from './application/content-admin.ts';
import { ContentReads } from './application/content-reads.ts';
import { PostTexts } from './application/post-texts.ts';
import { Terms } from './application/terms.ts';

@Module({
  imports: [MikroOrmModule.forFeature([infoPageMapping, blogPostMapping]), ImagesModule],
  controllers: [ContentController, ContactController, ContentOpsController, ContactOpsController],
  providers: [
    { provide: ContentReads, useClass: SqlContentReads },
    { provide: ContentStore, useClass: MikroOrmContentStore },
    { provide: PostTexts, useClass: SafePostTexts },
    { provide: ContactMessages, useClass: SqlContactMessages },
    { provide: ContactInbox, useClass: SqlContactInbox },
    { provide: Terms, useClass: SqlTerms },
    ContactAdmin,
    ContentAdmin,
    { provide: MessageLimit, useValue: limits.contact },
    SendContactMessage,
    ContactMailWriter,
  ],
  exports: [Terms],
})
export class ContentModule {
  constructor(retention: Retention, personal: PersonalTables, config: Config) {
    retention.add(expiringMessages(config.retention.contactMessageDays));
    personal.add(...PERSONAL);
  }
}
