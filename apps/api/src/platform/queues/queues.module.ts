import { BullModule } from '@nestjs/bullmq';
import { Global, Module } from '@nestjs/common';
import { type PersonalRows, PersonalTables } from '../personal-data/personal-rows.ts';
import { QUEUES } from '../../shared/ports.ts';
import { Config } from '../config/config.ts';
import { queueConnection } from './backend.ts';
import { JobQueues } from './job-queues.ts';

/** They repeat ids and failures of jobs; BullMQ itself cannot trim them on PostgreSQL. */
const EVENTS_OF_JOBS: PersonalRows = {
  name: 'eventsOfJobs',
  erase: [
    'delete from bullmq.event where exists (select from unnest(:ids || :emails) as name where position(name in event.data::text) > 0)',
  ],
};

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
export class QueuesModule {
  constructor(personal: PersonalTables, { redisUrl }: Config) {
    if (redisUrl === null) personal.add(EVENTS_OF_JOBS);
  }
}
