import { Processor } from '@nestjs/bullmq';
import type { OnModuleDestroy } from '@nestjs/common';
import type { JobData } from '../queues/job-origin.ts';
import { JobQueues } from '../queues/job-queues.ts';
import { LoggedWorker, TAKE_OVER } from '../queues/logged-worker.ts';
import { RecurringTasks } from './recurring-tasks.ts';

/** A supplier that answers late holds five places at most, one of each task that asks suppliers. Others need theirs, above all `fill-waiting`. */
const PLACES = 12;

@Processor('upkeep', { concurrency: PLACES, ...TAKE_OVER })
export class RecurringTasksWorker extends LoggedWorker implements OnModuleDestroy {
  constructor(
    private readonly tasks: RecurringTasks,
    private readonly queues: JobQueues,
  ) {
    super();
  }

  /** Schedules the tasks, once for all workers. */
  async plan(): Promise<void> {
    for (const { name, everyMs } of this.tasks.all()) await this.queues.repeat(name, everyMs);
  }

  onModuleDestroy(): void {
    for (const task of this.tasks.all()) task.stop?.();
  }

  protected override async work(_data: JobData, name: string): Promise<void> {
    await this.tasks.named(name)?.run();
  }
}
