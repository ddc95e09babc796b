import { MikroOrmModule } from '@mikro-orm/nestjs';
import { Module } from '@nestjs/common';
import { blockedCountryMapping, blockedNetworkMapping } from './adapters/block-mappings.ts';
import { AddressGate } from './adapters/address-gate.ts';
import { BlockerOpsController } from './ops/blocker-ops.controller.ts';
import { BlockerController } from './adapters/blocker.controller.ts';
import { ListedCountries } from './adapters/listed-countries.ts';
import { MikroOrmBlocklist } from './ops/mikro-orm-blocklist.ts';
import { SqlBlocks } from './adapters/sql-blocks.ts';
import { VisitorController } from './adapters/visitor.controller.ts';
import { BlocklistAdmin, Blocklist } from './application/blocklist-admin.ts';
import { Blocks, CountryBlocks } from './application/blocks.ts';

@Module({
  imports: [MikroOrmModule.forFeature([blockedNetworkMapping, blockedCountryMapping])],
  controllers: [BlockerController, VisitorController, BlockerOpsController],
  providers: [
    { provide: Blocks, useClass: SqlBlocks },
    { provide: Blocklist, useClass: MikroOrmBlocklist },
    { provide: CountryBlocks, useClass: ListedCountries },
    AddressGate,
    BlocklistAdmin,
  ],
  exports: [Blocks, CountryBlocks],
})
export class BlockerModule {}
