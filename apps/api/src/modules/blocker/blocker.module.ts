import { MikroOrmModule } from '@mikro-orm/nestjs';
import { Module } from '@nestjs/common';
import { PersonalTables } from '../../platform/personal-data/personal-rows.ts';
import { Retention } from '../../platform/scheduler/retention.ts';
import { blockedCountryMapping, blockedNetworkMapping } from './adapters/block-mappings.ts';
import { AddressGate } from './adapters/address-gate.ts';
import { EXPIRING, PERSONAL } from './adapters/personal-data.ts';
import { SqlBuyerBlocks } from './adapters/sql-buyer-blocks.ts';
import { BlockBuyers, BuyerBlocklist } from './application/block-buyers.ts';
import { BuyerBlocks } from './application/buyer-blocks.ts';
import { BuyerBlocksOpsController } from './ops/buyer-blocks-ops.controller.ts';
import { SqlBuyerBlocklist } from './ops/sql-buyer-blocklist.ts';
import { BlockerOpsController } from './ops/blocker-ops.controller.ts';
import { BlockerController } from './adapters/blocker.controller.ts';
import { ListedCountries } from './adapters/listed-countries.ts';
import { MikroOrmBlocklist } from './ops/mikro-orm-blocklist.ts';
import { SqlBlockedCountries } from './adapters/sql-blocked-countries.ts';
import { SqlBlocks } from './adapters/sql-blocks.ts';
import { VisitorController } from './adapters/visitor.controller.ts';
import { BlocklistAdmin, Blocklist } from './application/blocklist-admin.ts';
import { BlockedCountries, Blocks, CountryBlocks } from './application/blocks.ts';

@Module({
  imports: [MikroOrmModule.forFeature([blockedNetworkMapping, blockedCountryMapping])],
  controllers: [BlockerController, VisitorController, BlockerOpsController, BuyerBlocksOpsController],
  providers: [
    { provide: Blocks, useClass: SqlBlocks },
    { provide: Blocklist, useClass: MikroOrmBlocklist },
    { provide: CountryBlocks, useClass: ListedCountries },
    { provide: BlockedCountries, useClass: SqlBlockedCountries },
    { provide: BuyerBlocks, useClass: SqlBuyerBlocks },
    { provide: BuyerBlocklist, useClass: SqlBuyerBlocklist },
    AddressGate,
    BlockBuyers,
    BlocklistAdmin,
  ],
  exports: [BlockedCountries, Blocks, BuyerBlocks, CountryBlocks],
})
export class BlockerModule {
  constructor(retention: Retention, personal: PersonalTables) {
    retention.add(...EXPIRING);
    personal.add(...PERSONAL);
  }
}
