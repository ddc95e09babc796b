import { Global, Module } from '@nestjs/common';
import { Metrics } from './metrics.ts';

/** The metrics of a process without their page: what commands that load a few modules only have, too. */
@Global()
@Module({ providers: [Metrics], exports: [Metrics] })
export class MetricsRegistryModule {}
