import { Module } from '@nestjs/common';
import { BlockerController } from './adapters/blocker.controller.ts';
import { SqlBlocks } from './adapters/sql-blocks.ts';
import { Blocks } from './application/blocks.ts';

@Module({ controllers: [BlockerController], providers: [{ provide: Blocks, useClass: SqlBlocks }], exports: [Blocks] })
export class BlockerModule {}
