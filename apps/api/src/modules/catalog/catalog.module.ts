import { Module } from '@nestjs/common';
import { CatalogController } from './adapters/http/catalog.controller.ts';
import { CatalogueChanges } from './adapters/cache/catalogue-changes.ts';
import { HomeCache } from './adapters/cache/home-cache.ts';
import { MatchCache } from './adapters/cache/match-cache.ts';
import { RecentAnswers } from './adapters/cache/recent-answers.ts';
import { PriceWatch } from './adapters/jobs/price-watch.ts';
import { SitemapController } from './adapters/sitemap/sitemap.controller.ts';
import { SqlCatalogue } from './adapters/writes/sql-catalogue.ts';
import { SqlCatalogueReads } from './adapters/reads/sql-catalogue-reads.ts';
import { SqlCatalogueLock } from './adapters/writes/sql-catalogue-lock.ts';
import { SqlImportedProducts } from './adapters/writes/sql-imported-products.ts';
import { SqlListings, SqlPrices } from './adapters/writes/sql-prices.ts';
import { SqlPricingRules } from './adapters/writes/sql-pricing-rules.ts';
import { SqlSitemapReads } from './adapters/sitemap/sql-sitemap-reads.ts';
import { SupplierFeed } from './adapters/supplier/supplier-feed.ts';
import { Catalogue } from './application/catalogue.ts';
import { CatalogueReads } from './application/catalogue-reads.ts';
import { FollowCosts } from './application/follow-costs.ts';
import { FinishImport } from './application/finish-import.ts';
import { ImportCatalogue } from './application/import-catalogue.ts';
import { ProductFeed, ImportedProducts } from './application/import-ports.ts';
import { CatalogueLock, Listings, Prices, PricingRules } from './application/ports.ts';
import { RefreshDuePrices } from './application/refresh-due-prices.ts';
import { Reprice } from './application/reprice.ts';
import { SitemapReads } from './application/sitemap-reads.ts';
import { ImageRecipesModule } from '../../platform/images/image-recipes.module.ts';
import { SqlProductReads } from './adapters/reads/sql-product-reads.ts';
import { ProductReads } from './application/product-reads.ts';

@Module({
  imports: [ImageRecipesModule],
  controllers: [CatalogController, SitemapController],
  providers: [
    { provide: Catalogue, useClass: SqlCatalogue },
    { provide: CatalogueReads, useClass: SqlCatalogueReads },
    { provide: CatalogueLock, useClass: SqlCatalogueLock },
    { provide: Listings, useClass: SqlListings },
    { provide: Prices, useClass: SqlPrices },
    { provide: PricingRules, useClass: SqlPricingRules },
    { provide: ProductFeed, useClass: SupplierFeed },
    { provide: ImportedProducts, useClass: SqlImportedProducts },
    { provide: ProductReads, useClass: SqlProductReads },
    { provide: SitemapReads, useClass: SqlSitemapReads },
    CatalogueChanges,
    FinishImport,
    FollowCosts,
    HomeCache,
    MatchCache,
    RecentAnswers,
    ImportCatalogue,
    PriceWatch,
    RefreshDuePrices,
    Reprice,
  ],
  exports: [
    Catalogue,
    CatalogueLock,
    FinishImport,
    FollowCosts,
    ImportCatalogue,
    Listings,
    PriceWatch,
    Prices,
    PricingRules,
    ProductFeed,
    ImportedProducts,
    ProductReads,
    RefreshDuePrices,
    Reprice,
  ],
})
export class CatalogModule {}
