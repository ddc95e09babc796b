import { MikroOrmModule } from '@mikro-orm/nestjs';
import { Global, Module } from '@nestjs/common';
import { Transaction } from '../../shared/ports.ts';
import { Config } from '../config/config.ts';
import { MetricsRegistryModule } from '../metrics/metrics-registry.module.ts';
import { Metrics } from '../metrics/metrics.ts';
import { databaseOptions } from './database-options.ts';
import { Notifications } from './notifications.ts';
import { OrmTransaction } from './orm-transaction.ts';
import { ReadDatabase } from './read-database.ts';
import { ReplicaReads } from './replicas/replica-reads.ts';

@Global()
@Module({
  imports: [
    MetricsRegistryModule,
    MikroOrmModule.forRootAsync({
      inject: [Config, Metrics],
      // Code that uses entities forks the EntityManager or runs in a transaction: a request that needs neither should not pay for a fork.
      useFactory: (config: Config, metrics: Metrics) => ({
        ...databaseOptions(config, metrics.pools),
        autoLoadEntities: true,
        registerRequestContext: false,
      }),
      driver: databaseOptions.driver,
    }),
  ],
  providers: [ReadDatabase, ReplicaReads, Notifications, { provide: Transaction, useClass: OrmTransaction }],
  exports: [ReadDatabase, ReplicaReads, Notifications, Transaction],
})
export class DatabaseModule {}
