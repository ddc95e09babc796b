import { Module } from '@nestjs/common';
import { CatalogController } from './adapters/catalog.controller.ts';
import { Catalogue } from './application/catalogue.ts';
import { CatalogueReads } from './application/catalogue-reads.ts';

@Module({
  controllers: [CatalogController],
  providers: [{ provide: CatalogueReads, useValue: {} }, { provide: Catalogue, useValue: {} }],
  exports: [Catalogue],
})
export class CatalogModule {}
