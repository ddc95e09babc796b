import { BullModule } from '@nestjs/bullmq';
import { Global, Module } from '@nestjs/common';
import { QUEUES } from '../../shared/ports.ts';
import { Config } from '../config/config.ts';
import { queueConnection } from './backend.ts';
import { JobQueues } from './job-queues.ts';

@Global()
@Module({
  imports: [
    // Processors run in the worker process only: it registers them itself.
    BullModule.forRootAsync({
      inject: [Config],
      useFactory: (config: Config) => ({ connection: queueConnection(config), extraOptions: { manualRegistration: true } }),
      extraOptions: { manualRegistration: true },
    }),
    BullModule.registerQueue(...QUEUES.map((name) => ({ name }))),
  ],
  providers: [JobQueues],
  exports: [JobQueues, BullModule],
})
export class QueuesModule {}
