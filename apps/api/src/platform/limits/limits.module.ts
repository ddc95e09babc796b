import { Global, Module } from '@nestjs/common';
import { Retention } from '../scheduler/retention.ts';
import { EXPIRING } from './personal-data.ts';
import { NetworkCounts } from './network-counts.ts';
import { ReadThrottle } from './read-throttle.ts';
import { SingleUse, Throttle } from '../../shared/ports.ts';
import { SqlSingleUse } from './sql-single-use.ts';
import { SqlThrottle } from './sql-throttle.ts';

@Global()
@Module({
  providers: [NetworkCounts, ReadThrottle, { provide: Throttle, useClass: SqlThrottle }, { provide: SingleUse, useClass: SqlSingleUse }],
  exports: [NetworkCounts, ReadThrottle, Throttle, SingleUse],
})
export class LimitsModule {
  constructor(retention: Retention) {
    retention.add(...EXPIRING);
  }
}
