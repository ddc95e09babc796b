import { Global, Module } from '@nestjs/common';
import { PersonalData } from './personal-data.ts';
import { PurgePersonal } from './purge-personal.ts';
import { RecurringTasks } from './recurring-tasks.ts';
import { RecurringTasksWorker } from './recurring-tasks.worker.ts';

/** Where modules register what is repeated and what expires. Every process has it; workers do the work. */
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
