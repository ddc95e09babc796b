import { Module } from '@nestjs/common';
import { Config } from '../../platform/config/config.ts';
import { PersonalTables } from '../../platform/personal-data/personal-rows.ts';
import { Retention } from '../../platform/scheduler/retention.ts';
import { BlockerModule } from '../blocker/blocker.module.ts';
import { ListedDisposableMail } from './adapters/listed-disposable-mail.ts';
import { ListedBuyerBlocks } from './adapters/listed-buyer-blocks.ts';
import { expiringOfRisk, PERSONAL } from './adapters/personal-data.ts';
import { SqlRiskRecords } from './adapters/sql-risk-records.ts';
import { AssessOrders } from './application/assess-orders.ts';
import { ChooseThreeDSecure, ThreeDSecureSetting } from './application/choose-three-d-secure.ts';
import { ManagePolicy } from './application/manage-policy.ts';
import { RiskOpsController } from './ops/risk-ops.controller.ts';
import { BlockListMatches, DisposableMail, EuroRates, RiskRecords } from './application/ports.ts';

/** Decides what becomes of paid orders. Knows neither orders nor providers: they hand in what they know. */
@Module({
  imports: [BlockerModule],
  controllers: [RiskOpsController],
  providers: [
    { provide: RiskRecords, useClass: SqlRiskRecords },
    { provide: BlockListMatches, useClass: ListedBuyerBlocks },
    { provide: DisposableMail, useClass: ListedDisposableMail },
    { provide: EuroRates, inject: [Config], useFactory: euroRates },
    { provide: ThreeDSecureSetting, inject: [Config], useFactory: ({ stripe }: Config): ThreeDSecureSetting => stripe },
    AssessOrders,
    ChooseThreeDSecure,
    ManagePolicy,
  ],
  exports: [AssessOrders, ChooseThreeDSecure, RiskRecords],
})
export class RiskModule {
  constructor(retention: Retention, personal: PersonalTables, config: Config) {
    retention.add(...expiringOfRisk(config.retention));
    personal.add(...PERSONAL);
  }
}

function euroRates({ exchangeRates }: Config): EuroRates {
  return { perEuro: { Eur: 1, ...exchangeRates } };
}
