import { InjectQueue } from '@nestjs/bullmq';
import { Injectable } from '@nestjs/common';
import type { JobsOptions, Queue } from 'bullmq';
import type { OutboxMessage, QueueName } from '../../shared/ports.ts';

const DAY_SECONDS = 86_400;

/**
 * Tries for about a day. On PostgreSQL, BullMQ's `removeOnComplete: {count}` deadlocks: only `true` or an age are safe.
 * Failed jobs stay a week for people to look at.
 */
const jobOptions: JobsOptions = {
  attempts: 18,
  backoff: { type: 'exponential', delay: 500 },
  removeOnComplete: true,
  removeOnFail: { age: 7 * DAY_SECONDS },
};

@Injectable()
export class JobQueues {
  private readonly queues: Record<QueueName, Queue>;

  constructor(@InjectQueue('payments') payments: Queue, @InjectQueue('delivery') delivery: Queue, @InjectQueue('upkeep') upkeep: Queue) {
    this.queues = { payments, delivery, upkeep };
  }

  async addAll(messages: readonly OutboxMessage[]): Promise<void> {
    for (const name of new Set(messages.map(({ queue }) => queue))) {
      const jobs = messages.filter(({ queue }) => queue === name);
      await this.queues[name].addBulk(jobs.map(({ job, id, data }) => ({ name: job, data, opts: { ...jobOptions, jobId: id } })));
    }
  }

  /** Runs `job` again and again, once for all processes. A second call under the same name changes its pace. */
  async repeat(job: string, everyMs: number): Promise<void> {
    await this.queues.upkeep.upsertJobScheduler(
      job,
      { every: everyMs },
      { name: job, opts: { removeOnComplete: true, removeOnFail: { age: DAY_SECONDS } } },
    );
  }
}
