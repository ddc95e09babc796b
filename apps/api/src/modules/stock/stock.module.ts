import { PersonalTables } from '../../platform/personal-data/personal-rows.ts';
import { PERSONAL } from './adapters/personal-data.ts';
import { Module } from '@nestjs/common';
import { TableFigures } from '../../platform/metrics/table-figures.ts';
import { RecurringTasks } from '../../platform/scheduler/recurring-tasks.ts';
import { CatalogModule } from '../catalog/catalog.module.ts';
import { AesVault } from './adapters/aes-vault.ts';
import { KeyClaims } from './adapters/key-claims.ts';
import { KeysOpsController } from './ops/keys-ops.controller.ts';
import { LowStockMailWriter } from './adapters/mails/low-stock-mail-writer.ts';
import { SqlKeyQuarantine } from './adapters/sql-key-quarantine.ts';
import { SqlKeyRecords } from './ops/sql-key-records.ts';
import { SqlKeyRotations } from './adapters/sql-key-rotations.ts';
import { SqlKeyReturns } from './adapters/sql-key-returns.ts';
import { SqlKeyStock } from './adapters/sql-key-stock.ts';
import { SoldKeys } from './adapters/sold-keys.ts';
import { SqlKeyWaits } from './adapters/sql-key-waits.ts';
import { SqlNormalisedHashes } from './adapters/sql-normalised-hashes.ts';
import { SqlOrderKeys } from './adapters/sql-order-keys.ts';
import { SqlStockChanges, STOCK_CHANGE_FIGURES } from './adapters/sql-stock-changes.ts';
import { SqlStockReads } from './ops/sql-stock-reads.ts';
import { SqlStockWatch } from './adapters/sql-stock-watch.ts';
import { StockChangeLoop } from './adapters/stock-change-loop.ts';
import { StockOpsController } from './ops/stock-ops.controller.ts';
import { AddKeys } from './application/add-keys.ts';
import { BurnKey } from './application/burn-key.ts';
import { FillNormalisedHashes, NormalisedHashes } from './application/fill-normalised-hashes.ts';
import { KeyOrders } from './application/key-orders.ts';
import { KeyQuarantine } from './application/key-quarantine.ts';
import { KeyRecords } from './application/key-records.ts';
import { StaffKeyLimits } from './application/staff-key-limits.ts';
import { LookAtKey } from './application/look-at-key.ts';
import { KeyReturns } from './application/returns/key-returns.ts';
import { KeyStock, KeyWaits, Vault } from './application/ports.ts';
import { OfferedKeys } from './application/offers/offered-keys.ts';
import { StockWithOffers } from './application/offers/stock-with-offers.ts';
import { OrderKeys } from './application/order-keys.ts';
import { QuarantineKeys } from './application/quarantine-keys.ts';
import { ReleaseKeys } from './application/release-keys.ts';
import { ReleaseLapsed } from './application/release-lapsed.ts';
import { ContinueKeyRotation, KeyRotations, StartRotation } from './application/rotate-keys.ts';
import { HoldReturns } from './application/returns/hold-returns.ts';
import { ApplyStockChanges, StockChanges, VerifyShownStock } from './application/stock-changes.ts';
import { StockReads } from './application/stock-reads.ts';
import { AlertLowStock, SetLowThreshold, StockWatch } from './application/stock-watch.ts';
import { TakeBackKeys } from './application/take-back-keys.ts';
import { UploadKeys } from './application/upload-keys.ts';

@Module({
  imports: [CatalogModule],
  controllers: [KeysOpsController, StockOpsController],
  providers: [
    { provide: Vault, useClass: AesVault },
    {
      provide: KeyStock,
      useFactory: (own: SqlKeyStock, offers: OfferedKeys): KeyStock => new StockWithOffers(own, offers),
      inject: [SqlKeyStock, OfferedKeys],
    },
    { provide: KeyWaits, useExisting: SqlKeyWaits },
    { provide: KeyReturns, useClass: SqlKeyReturns },
    { provide: KeyQuarantine, useClass: SqlKeyQuarantine },
    { provide: KeyRecords, useClass: SqlKeyRecords },
    { provide: KeyRotations, useClass: SqlKeyRotations },
    { provide: NormalisedHashes, useClass: SqlNormalisedHashes },
    { provide: OrderKeys, useClass: SqlOrderKeys },
    { provide: StockChanges, useClass: SqlStockChanges },
    { provide: StockReads, useClass: SqlStockReads },
    { provide: StockWatch, useClass: SqlStockWatch },
    AddKeys,
    AlertLowStock,
    ApplyStockChanges,
    BurnKey,
    StaffKeyLimits,
    FillNormalisedHashes,
    ContinueKeyRotation,
    KeyClaims,
    KeyOrders,
    LookAtKey,
    LowStockMailWriter,
    QuarantineKeys,
    ReleaseKeys,
    ReleaseLapsed,
    HoldReturns,
    SetLowThreshold,
    SoldKeys,
    OfferedKeys,
    SqlKeyStock,
    SqlKeyWaits,
    StartRotation,
    StockChangeLoop,
    TakeBackKeys,
    UploadKeys,
    VerifyShownStock,
  ],
  exports: [
    StaffKeyLimits,
    KeyOrders,
    KeyReturns,
    KeyStock,
    KeyWaits,
    OfferedKeys,
    OrderKeys,
    AddKeys,
    AlertLowStock,
    FillNormalisedHashes,
    ContinueKeyRotation,
    ReleaseLapsed,
    HoldReturns,
  ],
})
export class StockModule {
  constructor(
    tasks: RecurringTasks,
    releaseLapsed: ReleaseLapsed,
    alertLowStock: AlertLowStock,
    fillNormalisedHashes: FillNormalisedHashes,
    continueKeyRotation: ContinueKeyRotation,
    verifyShownStock: VerifyShownStock,
    figures: TableFigures,
    personal: PersonalTables,
  ) {
    personal.add(...PERSONAL);
    figures.add(STOCK_CHANGE_FIGURES);
    tasks.add(
      { name: 'release-lapsed', everyMs: 15_000, run: () => releaseLapsed.run() },
      { name: 'alert-low-stock', everyMs: 30_000, run: () => alertLowStock.run() },
      {
        name: 'fill-key-hashes',
        everyMs: 30_000,
        run: () => fillNormalisedHashes.run(),
        stop: () => fillNormalisedHashes.stop(),
      },
      { name: 'go-on-rotating', everyMs: 5000, run: () => continueKeyRotation.run(), stop: () => continueKeyRotation.stop() },
      { name: 'verify-shown-stock', everyMs: 300_000, run: () => verifyShownStock.run(), stop: () => verifyShownStock.stop() },
    );
  }
}
