import { Global, Module } from '@nestjs/common';
import { Retention } from '../scheduler/retention.ts';
import { EXPIRING } from './personal-data.ts';
import { ProcessThrottle } from './process-throttle.ts';
import { SingleUse, Throttle } from '../../shared/ports.ts';
import { SqlSingleUse } from './sql-single-use.ts';
import { SqlThrottle } from './sql-throttle.ts';

@Global()
@Module({
  providers: [ProcessThrottle, { provide: Throttle, useClass: SqlThrottle }, { provide: SingleUse, useClass: SqlSingleUse }],
  exports: [ProcessThrottle, Throttle, SingleUse],
})
export class LimitsModule {
  constructor(retention: Retention) {
    retention.add(...EXPIRING);
  }
}
