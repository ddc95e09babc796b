import { MikroOrmModule } from '@mikro-orm/nestjs';
import { Global, Module } from '@nestjs/common';
import { Transaction } from '../../shared/ports.ts';
import { Config } from '../config/config.ts';
import { databaseOptions } from './database-options.ts';
import { Notifications } from './notifications.ts';
import { OrmTransaction } from './orm-transaction.ts';
import { ReadDatabase } from './read-database.ts';

@Global()
@Module({
  imports: [
    MikroOrmModule.forRootAsync({
      inject: [Config],
      useFactory: (config: Config) => ({ ...databaseOptions(config), autoLoadEntities: true, registerRequestContext: true }),
      driver: databaseOptions.driver,
    }),
  ],
  providers: [ReadDatabase, Notifications, { provide: Transaction, useClass: OrmTransaction }],
  exports: [ReadDatabase, Notifications, Transaction],
})
export class DatabaseModule {}
