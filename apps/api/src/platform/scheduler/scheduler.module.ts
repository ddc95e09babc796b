import { Global, Module } from '@nestjs/common';
import { Retention } from './retention.ts';
import { PurgeExpired } from './purge-expired.ts';
import { RecurringTasks } from './recurring-tasks.ts';
import { RecurringTasksWorker } from './recurring-tasks.worker.ts';

/** Where modules register recurring tasks and personal data that expire. Every process has it; workers run them. */
@Global()
@Module({
  providers: [RecurringTasks, Retention, PurgeExpired],
  exports: [RecurringTasks, Retention, PurgeExpired],
})
export class SchedulerModule {
  constructor(tasks: RecurringTasks, purgeExpired: PurgeExpired) {
    tasks.add({ name: 'purge-personal', everyMs: 3_600_000, run: () => purgeExpired.run() });
  }
}

/** For workers alone. */
@Module({ providers: [RecurringTasksWorker] })
export class SchedulerWorkerModule {}
