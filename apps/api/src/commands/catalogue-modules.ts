import type { DynamicModule, Type } from '@nestjs/common';
import { CatalogModule } from '../modules/catalog/catalog.module.ts';
import { ClockModule } from '../platform/clock/clock.module.ts';
import type { Config } from '../platform/config/config.ts';
import { ConfigModule } from '../platform/config/config.module.ts';
import { DatabaseModule } from '../platform/database/database.module.ts';
import { LimitsModule } from '../platform/limits/limits.module.ts';
import { SchedulerModule } from '../platform/scheduler/scheduler.module.ts';

/** The catalogue and what it needs, without the rest of the shop: for commands on small machines. */
export const catalogueModules = (config: Config): (Type | DynamicModule)[] => [
  ConfigModule.with(config),
  DatabaseModule,
  ClockModule,
  SchedulerModule,
  LimitsModule,
  CatalogModule,
];
