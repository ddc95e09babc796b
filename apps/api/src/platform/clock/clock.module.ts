import { Global, Module } from '@nestjs/common';
import { Clock, Ids } from '../../shared/ports.ts';
import { ShopCalendar } from '../../shared/shop-calendar.ts';
import { Config } from '../config/config.ts';
import { RandomIds } from './random-ids.ts';
import { SystemClock } from './system-clock.ts';

@Global()
@Module({
  providers: [
    { provide: Clock, useClass: SystemClock },
    { provide: Ids, useClass: RandomIds },
    { provide: ShopCalendar, useFactory: ({ shopTimeZone }: Config) => new ShopCalendar(shopTimeZone), inject: [Config] },
  ],
  exports: [Clock, Ids, ShopCalendar],
})
export class ClockModule {}
