import { MikroOrmModule } from '@mikro-orm/nestjs';
import { Module } from '@nestjs/common';
import { PersonalData } from '../../platform/scheduler/personal-data.ts';
import { EXPIRING } from './adapters/personal-data.ts';
import { ImagesModule } from '../../platform/images/images.module.ts';
import { limits } from '../../platform/limits/limits.ts';
import { blogPostMapping, infoPageMapping } from './adapters/content-mappings.ts';
import { ContactLetterWriter } from './adapters/contact-letter-writer.ts';
import { ContactOpsController } from './ops/contact-ops.controller.ts';
import { ContactController } from './adapters/contact.controller.ts';
import { ContentOpsController } from './ops/content-ops.controller.ts';
import { ContentController } from './adapters/content.controller.ts';
import { SafePostTexts } from './adapters/safe-post-texts.ts';
import { SqlContactMessages } from './adapters/sql-contact-messages.ts';
import { SqlContactShelf } from './ops/sql-contact-shelf.ts';
import { SqlContentReads } from './adapters/sql-content-reads.ts';
import { MikroOrmContentShelf } from './ops/mikro-orm-content-shelf.ts';
import { ContactMessages, MessageLimit, SendContactMessage } from './application/contact.ts';
import { ContactDesk, ContactShelf } from './application/contact-desk.ts';
import { ContentDesk, ContentShelf } from './application/content-desk.ts';
import { ContentReads } from './application/content-reads.ts';
import { PostTexts } from './application/post-texts.ts';

@Module({
  imports: [MikroOrmModule.forFeature([infoPageMapping, blogPostMapping]), ImagesModule],
  controllers: [ContentController, ContactController, ContentOpsController, ContactOpsController],
  providers: [
    { provide: ContentReads, useClass: SqlContentReads },
    { provide: ContentShelf, useClass: MikroOrmContentShelf },
    { provide: PostTexts, useClass: SafePostTexts },
    { provide: ContactMessages, useClass: SqlContactMessages },
    { provide: ContactShelf, useClass: SqlContactShelf },
    ContactDesk,
    ContentDesk,
    { provide: MessageLimit, useValue: limits.contact },
    SendContactMessage,
    ContactLetterWriter,
  ],
})
export class ContentModule {
  constructor(personalData: PersonalData) {
    personalData.add(...EXPIRING);
  }
}
