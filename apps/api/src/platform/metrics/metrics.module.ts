import { Global, Module } from '@nestjs/common';
import { TracingEnd } from '../tracing/tracing-end.ts';
import { MetricsController } from './metrics.controller.ts';
import { MetricsPage } from './metrics-page.ts';
import { MetricsServer } from './metrics-server.ts';
import { Metrics } from './metrics.ts';
import { ShopFigures } from './shop-figures.ts';
import { TableFigures } from './table-figures.ts';

@Global()
@Module({
  controllers: [MetricsController],
  providers: [Metrics, ShopFigures, TableFigures, MetricsPage, MetricsServer, TracingEnd],
  exports: [Metrics, MetricsServer, TableFigures],
})
export class MetricsModule {}
