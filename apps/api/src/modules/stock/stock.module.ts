import { Module } from '@nestjs/common';
import { CatalogModule } from '../catalog/catalog.module.ts';
import { AesVault } from './adapters/aes-vault.ts';
import { SqlKeyStock } from './adapters/sql-key-stock.ts';
import { AddKeys } from './application/add-keys.ts';
import { KeyStock, Vault } from './application/ports.ts';
import { ReleaseLapsed } from './application/release-lapsed.ts';

@Module({
  imports: [CatalogModule],
  providers: [{ provide: Vault, useClass: AesVault }, { provide: KeyStock, useClass: SqlKeyStock }, AddKeys, ReleaseLapsed],
  exports: [KeyStock, AddKeys, ReleaseLapsed],
})
export class StockModule {}
