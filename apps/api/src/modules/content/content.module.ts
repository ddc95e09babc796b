import { Module } from '@nestjs/common';
import { ContentController } from './adapters/content.controller.ts';
import { SqlContentReads } from './adapters/sql-content-reads.ts';
import { ContentReads } from './application/content-reads.ts';

@Module({ controllers: [ContentController], providers: [{ provide: ContentReads, useClass: SqlContentReads }] })
export class ContentModule {}
