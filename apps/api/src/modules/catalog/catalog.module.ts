import { Module } from '@nestjs/common';
import { CatalogController } from './adapters/catalog.controller.ts';
import { HomeCache } from './adapters/home-cache.ts';
import { SqlCatalogue } from './adapters/sql-catalogue.ts';
import { SqlCatalogueReads } from './adapters/sql-catalogue-reads.ts';
import { SqlProductIntake } from './adapters/sql-product-intake.ts';
import { SqlListings, SqlPrices } from './adapters/sql-prices.ts';
import { SupplierFeed } from './adapters/supplier/supplier-feed.ts';
import { Catalogue } from './application/catalogue.ts';
import { CatalogueReads } from './application/catalogue-reads.ts';
import { FinishImport } from './application/finish-import.ts';
import { ImportCatalogue } from './application/import-catalogue.ts';
import { ProductFeed, ProductIntake } from './application/import-ports.ts';
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
    { provide: ProductFeed, useClass: SupplierFeed },
    { provide: ProductIntake, useClass: SqlProductIntake },
    FinishImport,
    HomeCache,
    ImportCatalogue,
    RefreshDuePrices,
    Reprice,
  ],
  exports: [Catalogue, FinishImport, ImportCatalogue, RefreshDuePrices, Reprice],
})
export class CatalogModule {}
