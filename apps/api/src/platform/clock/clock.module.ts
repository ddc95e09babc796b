import { Global, Module } from '@nestjs/common';
import { Clock, Ids } from '../../shared/ports.ts';
import { RandomIds } from './random-ids.ts';
import { SystemClock } from './system-clock.ts';

@Global()
@Module({
  providers: [
    { provide: Clock, useClass: SystemClock },
    { provide: Ids, useClass: RandomIds },
  ],
  exports: [Clock, Ids],
})
export class ClockModule {}
