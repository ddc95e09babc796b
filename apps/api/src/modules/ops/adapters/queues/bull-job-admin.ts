import { Injectable } from '@nestjs/common';
import type { Job } from 'bullmq';
import { JobQueues } from '../../../../platform/queues/job-queues.ts';
import type { ListWindow } from '../../../../shared/list-window.ts';
import { JOB_STATES, type JobState, type QueueName } from '../../../../shared/ports.ts';
import { type StaffQueueJob, JobAdmin } from '../../application/job-admin.ts';

/** BullMQ's own calls only, so that it is the same on PostgreSQL and on Redis. */
@Injectable()
export class BullJobAdmin extends JobAdmin {
  constructor(private readonly queues: JobQueues) {
    super();
  }

  override async counts(): Promise<ReadonlyMap<QueueName, Readonly<Record<JobState, number>>>> {
    const counts = await this.queues.counts();
    const of = (counts: Readonly<Record<string, number>>) => ({
      waiting: counts.waiting ?? 0,
      active: counts.active ?? 0,
      delayed: counts.delayed ?? 0,
      failed: counts.failed ?? 0,
    });
    return new Map([...counts].map(([queue, counts]) => [queue, of(counts)]));
  }

  override async list(queue: QueueName, state: JobState, window: ListWindow): Promise<StaffQueueJob[]> {
    return (await this.queues.page(queue, state, window)).map((job) => view(queue, job, state));
  }

  override async find(queue: QueueName, id: string): Promise<StaffQueueJob | null> {
    const job = await this.queues.job(queue, id);
    if (job === null) return null;
    const state = await job.getState();
    return view(queue, job, JOB_STATES.find((one) => one === state) ?? 'gone');
  }

  override async retry(queue: QueueName, id: string): Promise<boolean> {
    const job = await this.queues.job(queue, id);
    if (job === null || (await job.getState()) !== 'failed') return false;
    await job.retry('failed', { resetAttemptsMade: true, resetAttemptsStarted: true });
    return true;
  }
}

function view(queue: QueueName, job: Job, state: StaffQueueJob['state']): StaffQueueJob {
  const tried = job.finishedOn ?? job.processedOn;
  return {
    queue,
    id: job.id ?? '',
    name: job.name,
    state,
    data: job.data as Record<string, unknown>,
    attempts: job.attemptsMade,
    mostAttempts: job.opts.attempts ?? 1,
    reason: job.failedReason ?? null,
    addedAt: new Date(job.timestamp),
    lastTryAt: tried === undefined || tried === null ? null : new Date(tried),
    dueAt: state === 'delayed' ? new Date(job.timestamp + (job.delay ?? 0)) : null,
  };
}
