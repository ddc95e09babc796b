import { MikroOrmModule } from '@mikro-orm/nestjs';
import { Module } from '@nestjs/common';
import { blockedCountryMapping, blockedNetworkMapping } from './adapters/block-mappings.ts';
import { AddressGate } from './adapters/address-gate.ts';
import { BlockerOpsController } from './ops/blocker-ops.controller.ts';
import { BlockerController } from './adapters/blocker.controller.ts';
import { ListedCountries } from './adapters/listed-countries.ts';
import { MikroOrmBlockShelf } from './ops/mikro-orm-block-shelf.ts';
import { SqlBlocks } from './adapters/sql-blocks.ts';
import { BlockDesk, BlockShelf } from './application/block-desk.ts';
import { Blocks, CountryBlocks } from './application/blocks.ts';

@Module({
  imports: [MikroOrmModule.forFeature([blockedNetworkMapping, blockedCountryMapping])],
  controllers: [BlockerController, BlockerOpsController],
  providers: [
    { provide: Blocks, useClass: SqlBlocks },
    { provide: BlockShelf, useClass: MikroOrmBlockShelf },
    { provide: CountryBlocks, useClass: ListedCountries },
    AddressGate,
    BlockDesk,
  ],
  exports: [Blocks, CountryBlocks],
})
export class BlockerModule {}
