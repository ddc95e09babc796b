import { Module } from '@nestjs/common';
import { CatalogController } from './adapters/catalog.controller.ts';
import { HomeCache } from './adapters/home-cache.ts';
import { SqlCatalogue } from './adapters/sql-catalogue.ts';
import { SqlCatalogueReads } from './adapters/sql-catalogue-reads.ts';
import { SqlListings, SqlPrices } from './adapters/sql-prices.ts';
import { Catalogue } from './application/catalogue.ts';
import { CatalogueReads } from './application/catalogue-reads.ts';
import { Listings, Prices } from './application/ports.ts';
import { RefreshDuePrices } from './application/refresh-due-prices.ts';
import { Reprice } from './application/reprice.ts';

@Module({
  controllers: [CatalogController],
  providers: [
    { provide: Catalogue, useClass: SqlCatalogue },
    { provide: CatalogueReads, useClass: SqlCatalogueReads },
    { provide: Listings, useClass: SqlListings },
    { provide: Prices, useClass: SqlPrices },
    HomeCache,
    RefreshDuePrices,
    Reprice,
  ],
  exports: [Catalogue, RefreshDuePrices, Reprice],
})
export class CatalogModule {}
