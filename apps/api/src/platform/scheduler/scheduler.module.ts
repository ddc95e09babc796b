import { Global, Module } from '@nestjs/common';
import { PersonalData } from './personal-data.ts';
import { PurgePersonal } from './purge-personal.ts';
import { RecurringTasks } from './recurring-tasks.ts';
import { RecurringTasksWorker } from './recurring-tasks.worker.ts';

/** Where modules register recurring tasks and personal data that expire. Every process has it; workers run them. */
@Global()
@Module({
  providers: [RecurringTasks, PersonalData, PurgePersonal],
  exports: [RecurringTasks, PersonalData, PurgePersonal],
})
export class SchedulerModule {
  constructor(tasks: RecurringTasks, purgePersonal: PurgePersonal) {
    tasks.add({ name: 'purge-personal', everyMs: 3_600_000, run: () => purgePersonal.run() });
  }
}

/** For workers alone. */
@Module({ providers: [RecurringTasksWorker] })
export class SchedulerWorkerModule {}
