import { describe } from '@jest/globals';
import { catalogueJobs } from './adapters/desk/catalogue-jobs.db.cases.ts';
import { catalogueOps } from './adapters/desk/catalogue-ops.db.cases.ts';
import { plannedPriceCases } from './adapters/desk/planned-prices.db.cases.ts';
import { productsOps } from './adapters/desk/products-ops.db.cases.ts';
import { salesList } from './adapters/desk/sales-list.db.cases.ts';
import { importCatalogue } from './adapters/import-catalogue.db.cases.ts';
import { paging } from './adapters/paging.db.cases.ts';
import { priceCases } from './adapters/prices.db.cases.ts';
import { productDetail } from './adapters/product-detail.db.cases.ts';
import { sitemap } from './adapters/sitemap.db.cases.ts';
import { sqlCatalogueReads } from './adapters/sql-catalogue-reads.db.cases.ts';
import { sqlCatalogue } from './adapters/sql-catalogue.db.cases.ts';
import { loadingGenerated } from './testing/load-generated.db.cases.ts';

// One file, because each file of tests loads the whole API anew, and that takes longer than most of what is tested.
describe('catalogue jobs', catalogueJobs);
describe('catalogue ops', catalogueOps);
describe('planned prices', plannedPriceCases);
describe('products ops', productsOps);
describe('sales list', salesList);
describe('import catalogue', importCatalogue);
describe('paging', paging);
describe('prices', priceCases);
describe('product detail', productDetail);
describe('sitemap', sitemap);
describe('sql catalogue reads', sqlCatalogueReads);
describe('sql catalogue', sqlCatalogue);
describe('load generated', loadingGenerated);
