import { Global, Module } from '@nestjs/common';
import { TracingEnd } from '../tracing/tracing-end.ts';
import { MetricsController } from './metrics.controller.ts';
import { MetricsPage } from './metrics-page.ts';
import { MetricsServer } from './metrics-server.ts';
import { MetricsRegistryModule } from './metrics-registry.module.ts';
import { ShopFigures } from './shop-figures.ts';
import { TableFigures } from './table-figures.ts';

@Global()
@Module({
  imports: [MetricsRegistryModule],
  controllers: [MetricsController],
  providers: [ShopFigures, TableFigures, MetricsPage, MetricsServer, TracingEnd],
  exports: [MetricsRegistryModule, MetricsServer, TableFigures],
})
export class MetricsModule {}
