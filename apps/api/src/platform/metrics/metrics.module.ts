import { Global, Module } from '@nestjs/common';
import { TracingEnd } from '../tracing/tracing-end.ts';
import { MetricsController } from './metrics.controller.ts';
import { MetricsPage } from './metrics-page.ts';
import { MetricsServer } from './metrics-server.ts';
import { Metrics } from './metrics.ts';
import { ShopFigures } from './shop-figures.ts';

@Global()
@Module({
  controllers: [MetricsController],
  providers: [Metrics, ShopFigures, MetricsPage, MetricsServer, TracingEnd],
  exports: [Metrics, MetricsServer],
})
export class MetricsModule {}
