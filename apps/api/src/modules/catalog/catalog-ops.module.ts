import { Module } from '@nestjs/common';
import { ImagesModule } from '../../platform/images/images.module.ts';
import { CatalogueOpsController } from './adapters/desk/catalogue-ops.controller.ts';
import { KeptPictures } from './adapters/desk/kept-pictures.ts';
import { ProductsOpsController } from './adapters/desk/products-ops.controller.ts';
import { SqlCatalogueJobs } from './adapters/desk/sql-catalogue-jobs.ts';
import { SqlHomeShelves } from './adapters/desk/sql-home-shelves.ts';
import { SqlProductDesk } from './adapters/desk/sql-product-desk.ts';
import { SqlSales } from './adapters/desk/sql-sales.ts';
import { ArrangeHome, HomeShelves } from './application/desk/arrange-home.ts';
import { CatalogueJobs, RunCatalogueJobs, SetPricing, StartImport } from './application/desk/catalogue-jobs.ts';
import { ChangeProduct } from './application/desk/change-product.ts';
import { CreateProduct } from './application/desk/create-product.ts';
import { PlanSales } from './application/desk/plan-sales.ts';
import { PriceProduct } from './application/desk/price-product.ts';
import { ProductDesk } from './application/desk/product-desk.ts';
import { ProductNames } from './application/desk/product-names.ts';
import { PictureKeeper, SetPictures } from './application/desk/set-pictures.ts';
import { Sales } from './application/ports.ts';
import { CatalogModule } from './catalog.module.ts';

/** What staff do with the catalogue. A module of its own, so that a command that imports a feed loads none of it. */
@Module({
  imports: [CatalogModule, ImagesModule],
  controllers: [ProductsOpsController, CatalogueOpsController],
  providers: [
    { provide: CatalogueJobs, useClass: SqlCatalogueJobs },
    { provide: HomeShelves, useClass: SqlHomeShelves },
    { provide: PictureKeeper, useClass: KeptPictures },
    { provide: ProductDesk, useClass: SqlProductDesk },
    { provide: Sales, useClass: SqlSales },
    ArrangeHome,
    ChangeProduct,
    CreateProduct,
    PlanSales,
    PriceProduct,
    ProductNames,
    RunCatalogueJobs,
    SetPictures,
    SetPricing,
    StartImport,
  ],
  exports: [RunCatalogueJobs],
})
export class CatalogOpsModule {}
