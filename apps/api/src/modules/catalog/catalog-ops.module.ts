import { Module } from '@nestjs/common';
import { Config } from '../../platform/config/config.ts';
import { Retention } from '../../platform/scheduler/retention.ts';
import { RecurringTasks } from '../../platform/scheduler/recurring-tasks.ts';
import { ImagesModule } from '../../platform/images/images.module.ts';
import { CatalogueOpsController } from './ops/catalogue-ops.controller.ts';
import { StoredPictures } from './ops/stored-pictures.ts';
import { ProductPicturesOpsController } from './ops/product-pictures-ops.controller.ts';
import { ProductsOpsController } from './ops/products-ops.controller.ts';
import { SqlCatalogueJobs } from './ops/sql-catalogue-jobs.ts';
import { SqlHomeSections } from './ops/sql-home-sections.ts';
import { SqlStaffProducts } from './ops/sql-staff-products.ts';
import { SqlSales } from './ops/sql-sales.ts';
import { ArrangeHome, HomeSections } from './application/ops/arrange-home.ts';
import { CatalogueJobs, RunCatalogueJobs, SetPricing, StartImport } from './application/ops/catalogue-jobs.ts';
import { ChangeProduct } from './application/ops/change-product.ts';
import { CreateProduct } from './application/ops/create-product.ts';
import { PlanSales } from './application/ops/plan-sales.ts';
import { PriceProduct } from './application/ops/price-product.ts';
import { StaffProducts } from './application/ops/staff-products.ts';
import { ProductNames } from './application/ops/product-names.ts';
import { PictureStorage, SetPictures } from './application/ops/set-pictures.ts';
import { Sales } from './application/ports.ts';
import { CatalogModule } from './catalog.module.ts';
import { PublicFetch } from '../../platform/public-fetch/public-fetch.ts';
import { HttpPictureFetcher, PICTURE_FETCH } from './adapters/jobs/http-picture-fetcher.ts';
import { PICTURE_FIGURES } from './adapters/jobs/picture-figures.ts';
import { PictureLoop } from './adapters/jobs/picture-loop.ts';
import { SqlFeedPictures } from './adapters/writes/sql-feed-pictures.ts';
import { FeedPictures, PictureFetcher } from './application/feed-pictures.ts';
import { FetchPictures } from './application/fetch-pictures.ts';
import { RetryPictures } from './application/ops/retry-pictures.ts';
import { FeedPicturesOpsController } from './ops/pictures/feed-pictures-ops.controller.ts';
import { TableFigures } from '../../platform/metrics/table-figures.ts';
import { LISTING_FIGURES } from './adapters/reads/listing-figures.ts';
import { RatesAge, WatchRates } from './application/ops/watch-rates.ts';

/** Ops calls of the catalogue. A separate module, so that the import command does not load it. */
@Module({
  imports: [CatalogModule, ImagesModule],
  controllers: [ProductsOpsController, ProductPicturesOpsController, FeedPicturesOpsController, CatalogueOpsController],
  providers: [
    { provide: CatalogueJobs, useClass: SqlCatalogueJobs },
    { provide: HomeSections, useClass: SqlHomeSections },
    { provide: PictureStorage, useClass: StoredPictures },
    { provide: StaffProducts, useClass: SqlStaffProducts },
    { provide: Sales, useClass: SqlSales },
    { provide: FeedPictures, useClass: SqlFeedPictures },
    { provide: PictureFetcher, useFactory: pictureFetcher, inject: [Config] },
    ArrangeHome,
    ChangeProduct,
    CreateProduct,
    FetchPictures,
    PictureLoop,
    PlanSales,
    PriceProduct,
    ProductNames,
    RetryPictures,
    RunCatalogueJobs,
    SetPictures,
    SetPricing,
    StartImport,
    { provide: RatesAge, useExisting: Config },
    WatchRates,
  ],
  exports: [PictureLoop, RunCatalogueJobs],
})
export class CatalogOpsModule {
  constructor(
    figures: TableFigures,
    tasks: RecurringTasks,
    runCatalogueJobs: RunCatalogueJobs,
    watchRates: WatchRates,
    retention: Retention,
    config: Config,
  ) {
    retention.add({ afterDays: config.retention.catalogueJobDays, statement: 'delete from catalog_job where finished_at < ?' });
    figures.add(LISTING_FIGURES);
    figures.add(PICTURE_FIGURES);
    tasks.add({ name: 'run-catalogue-jobs', everyMs: 2000, run: () => runCatalogueJobs.run(), stop: () => runCatalogueJobs.stop() });
    tasks.add({ name: 'watch-rates', everyMs: 3_600_000, run: () => watchRates.run() });
  }
}

function pictureFetcher({ images }: Config): PictureFetcher {
  return new HttpPictureFetcher(new PublicFetch({ allowedHosts: images.hostsAllowed, ...PICTURE_FETCH }));
}
