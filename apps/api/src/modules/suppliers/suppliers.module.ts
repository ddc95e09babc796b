import { Module } from '@nestjs/common';
import { Config } from '../../platform/config/config.ts';
import { RecurringTasks } from '../../platform/scheduler/recurring-tasks.ts';
import { Retention } from '../../platform/scheduler/retention.ts';
import { Throttle } from '../../shared/ports.ts';
import { CatalogModule } from '../catalog/catalog.module.ts';
import { OrdersModule } from '../orders/orders.module.ts';
import { StockModule } from '../stock/stock.module.ts';
import { connectedSuppliers } from './adapters/connected-suppliers.ts';
import { OfferLoop } from './adapters/offer-loop.ts';
import { PurchaseLoop } from './adapters/purchase-loop.ts';
import { SqlBoughtKeys } from './adapters/store/sql-bought-keys.ts';
import { SqlCommitments } from './adapters/store/sql-commitments.ts';
import { SqlFreeOffers } from './adapters/store/sql-free-offers.ts';
import { SqlOfferChanges } from './adapters/store/sql-offer-changes.ts';
import { SqlLooks } from './adapters/store/sql-looks.ts';
import { SqlMarginRules } from './adapters/store/sql-margin-rules.ts';
import { SqlProductHints } from './adapters/store/sql-product-hints.ts';
import { SqlPurchases } from './adapters/store/sql-purchases.ts';
import { SqlSupplierNumbers } from './adapters/store/sql-supplier-numbers.ts';
import { SqlSupplierOffers } from './adapters/store/sql-supplier-offers.ts';
import { SqlSupplierReports } from './adapters/store/sql-supplier-reports.ts';
import { SqlSupplierReturns } from './adapters/store/sql-supplier-returns.ts';
import { SqlSupplierStates } from './adapters/store/sql-supplier-states.ts';
import { SqlSyncs } from './adapters/store/sql-syncs.ts';
import { SupplierWebhooksController } from './adapters/http/supplier-webhooks.controller.ts';
import { BoughtKeys } from './application/after-sales/bought-keys.ts';
import { AskReturn } from './application/after-sales/ask-return.ts';
import { LookAgain } from './application/after-sales/look-again.ts';
import { Looks } from './application/after-sales/looks.ts';
import { NoteWithdrawn } from './application/after-sales/note-withdrawn.ts';
import { RecordNotMade } from './application/after-sales/record-not-made.ts';
import { ReturnKeys } from './application/after-sales/return-keys.ts';
import { SupplierReturns } from './application/after-sales/returns.ts';
import { BuyAgain } from './application/after-sales/buy-again.ts';
import { StoreKeys } from './application/after-sales/store-keys.ts';
import { BuyKeys } from './application/buy-keys.ts';
import { Commitments, CommitOffers } from './application/commit-offers.ts';
import { MarginRules } from './application/margins/margin-rules.ts';
import { FollowChanges } from './application/feeds/follow-changes.ts';
import { FollowHints } from './application/follow-hints.ts';
import { HearHints } from './application/hear-hints.ts';
import { ProductHints } from './application/hints.ts';
import { Exclusions } from './application/exclusions.ts';
import { PlanPurchases } from './application/plan-purchases.ts';
import { PurchaseLimits, KeyPurchases } from './application/purchases.ts';
import { SupplierOffers, SupplierStates, Suppliers } from './application/ports.ts';
import { PriceByOffers } from './application/feeds/price-by-offers.ts';
import { FreeOffers, SellableOffers } from './application/sellable-offers.ts';
import { OfferChanges, ShowOffers } from './application/show-offers.ts';
import { SupplierReports } from './application/reports.ts';
import { ReadAfterSales } from './application/margins/after-sales.ts';
import { ReportMargins } from './application/margins/report-margins.ts';
import { SetMargins, StaffMargins, StoredMarginRules } from './application/margins/set-margins.ts';
import { SteerSuppliers } from './application/steer-suppliers.ts';
import { SyncOffers } from './application/feeds/sync-offers.ts';
import { SyncRules, Syncs } from './application/feeds/syncs.ts';
import { TakeInProducts } from './application/feeds/take-in-products.ts';
import { TakeInOffers } from './application/feeds/take-in-offers.ts';
import { SupplierLimits, WatchSuppliers } from './application/watch-suppliers.ts';
import { SupplierTimeline } from './ops/supplier-timeline.ts';
import { SupplierViews } from './ops/supplier-views.ts';
import { BuyAgainOpsController } from './ops/buy-again-ops.controller.ts';
import { MarginsOpsController } from './ops/margins-ops.controller.ts';
import { NotMadeOpsController } from './ops/not-made-ops.controller.ts';
import { ReturnsOpsController } from './ops/returns/returns-ops.controller.ts';
import { SuppliersOpsController } from './ops/suppliers-ops.controller.ts';

@Module({
  imports: [CatalogModule, OrdersModule, StockModule],
  controllers: [
    BuyAgainOpsController,
    MarginsOpsController,
    NotMadeOpsController,
    ReturnsOpsController,
    SuppliersOpsController,
    SupplierWebhooksController,
  ],
  providers: [
    {
      provide: Suppliers,
      useFactory: ({ suppliers }: Config, throttle: Throttle) => new Suppliers(connectedSuppliers(suppliers, throttle)),
      inject: [Config, Throttle],
    },
    { provide: SupplierOffers, useClass: SqlSupplierOffers },
    { provide: SupplierStates, useClass: SqlSupplierStates },
    { provide: SyncRules, useFactory: ({ suppliers }: Config): SyncRules => suppliers, inject: [Config] },
    { provide: Syncs, useClass: SqlSyncs },
    { provide: SupplierReturns, useClass: SqlSupplierReturns },
    { provide: SupplierReports, useClass: SqlSupplierReports },
    { provide: SupplierLimits, useFactory: ({ suppliers }: Config): SupplierLimits => suppliers, inject: [Config] },
    { provide: KeyPurchases, useClass: SqlPurchases },
    {
      provide: PurchaseLimits,
      useFactory: ({ suppliers: { offerMaxAgeMs, minMargin } }: Config): PurchaseLimits => ({ offerMaxAgeMs, minMargin }),
      inject: [Config],
    },
    { provide: BoughtKeys, useClass: SqlBoughtKeys },
    { provide: Commitments, useClass: SqlCommitments },
    { provide: FreeOffers, useClass: SqlFreeOffers },
    { provide: Looks, useClass: SqlLooks },
    { provide: MarginRules, useClass: StaffMargins },
    { provide: StoredMarginRules, useClass: SqlMarginRules },
    SetMargins,
    { provide: OfferChanges, useClass: SqlOfferChanges },
    CommitOffers,
    OfferLoop,
    { provide: ProductHints, useClass: SqlProductHints },
    AskReturn,
    BuyAgain,
    BuyKeys,
    Exclusions,
    FollowChanges,
    FollowHints,
    HearHints,
    LookAgain,
    NoteWithdrawn,
    PlanPurchases,
    PriceByOffers,
    PurchaseLoop,
    ReadAfterSales,
    RecordNotMade,
    ReportMargins,
    ReturnKeys,
    SellableOffers,
    ShowOffers,
    SqlSupplierNumbers,
    SteerSuppliers,
    StoreKeys,
    SupplierTimeline,
    SupplierViews,
    SyncOffers,
    TakeInOffers,
    TakeInProducts,
    WatchSuppliers,
  ],
})
export class SuppliersModule {
  constructor(
    tasks: RecurringTasks,
    syncOffers: SyncOffers,
    followChanges: FollowChanges,
    followHints: FollowHints,
    returnKeys: ReturnKeys,
    lookAgain: LookAgain,
    watchSuppliers: WatchSuppliers,
    retention: Retention,
    config: Config,
  ) {
    retention.add({ afterDays: config.retention.catalogueJobDays, statement: 'delete from supplier_sync where finished_at < ?' });
    tasks.add(
      { name: 'sync-suppliers', everyMs: 5000, run: () => syncOffers.run(), stop: () => syncOffers.stop() },
      { name: 'follow-changes', everyMs: config.suppliers.changesEveryMs, run: () => followChanges.run() },
      { name: 'follow-hints', everyMs: 2000, run: () => followHints.run() },
      { name: 'return-keys', everyMs: 5000, run: () => returnKeys.run() },
      { name: 'look-again', everyMs: 5000, run: () => lookAgain.run() },
      { name: 'watch-suppliers', everyMs: 60_000, run: () => watchSuppliers.run() },
    );
  }
}
