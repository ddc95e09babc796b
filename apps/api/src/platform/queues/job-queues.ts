import { createHash } from 'node:crypto';
import { InjectQueue } from '@nestjs/bullmq';
import { Injectable, Logger } from '@nestjs/common';
import type { Job, JobsOptions, Queue } from 'bullmq';
import type { ListWindow } from '../../shared/list-window.ts';
import { JOB_STATES, type JobState, type OutboxMessage, type QueueName } from '../../shared/ports.ts';
import { Config } from '../config/config.ts';
import { safeError } from '../logging/safe-error.ts';
import type { JobData, JobOrigin } from './job-origin.ts';
import { LostConnection } from './lasting-backend.ts';

const DAY_SECONDS = 86_400;

/**
 * Retries for about a day. On PostgreSQL, BullMQ's `removeOnComplete: {count}` deadlocks: only `true` or an age are safe.
 * Failed jobs stay a week for inspection.
 */
const jobOptions: JobsOptions = {
  attempts: 18,
  backoff: { type: 'exponential', delay: 500 },
  removeOnComplete: true,
  removeOnFail: { age: 7 * DAY_SECONDS },
};

/** On PostgreSQL, BullMQ's bulk insert makes two temporary tables: 9 ms, where one job by itself takes half a millisecond. */
const BULK_FROM = 16;

/** Many of them at once cost less in one job: the worker shares statements and transactions among them (`shared/batches.ts`). */
const JOINED: ReadonlySet<string> = new Set(['process-event', 'send-mail']);
const MOST_JOINED = 10;

interface QueuedJob {
  readonly name: string;
  readonly ids: readonly string[];
  readonly data: JobData;
}

/** Adds a job to the last one of its name, where that may carry it. */
function joined(jobs: readonly QueuedJob[], job: QueuedJob): QueuedJob[] {
  const host = JOINED.has(job.name) ? jobs.findLast(({ name }) => name === job.name) : undefined;
  const more = host?.data.more ?? [];
  if (!host || more.length + 1 >= MOST_JOINED) return [...jobs, job];
  const data = { ...host.data, more: [...more, job.data] };
  return jobs.with(jobs.indexOf(host), { ...host, ids: [...host.ids, ...job.ids], data });
}

/** Only the same jobs relayed again are a duplicate, not one of them by itself or with others. */
function idOf([first = '', ...more]: readonly string[]): string {
  if (more.length === 0) return first;
  return `${first}+${more.length}-${createHash('sha256').update(more.join(' ')).digest('hex').slice(0, 12)}`;
}

@Injectable()
export class JobQueues {
  private readonly queues: Record<QueueName, Queue>;

  constructor(
    @InjectQueue('payments') payments: Queue,
    @InjectQueue('delivery') delivery: Queue,
    @InjectQueue('upkeep') upkeep: Queue,
    private readonly config: Config,
  ) {
    this.queues = { payments, delivery, upkeep };
    // Without an error listener BullMQ writes errors to the console, outside of the JSON log.
    const logger = new Logger('queues');
    for (const queue of [payments, delivery, upkeep])
      queue.on('error', (error) => {
        // The process has one line about a database that is away.
        if (!(error instanceof LostConnection)) logger.warn({ queue: queue.name, message: safeError(error).message });
      });
  }

  /** Checks that the queues answer. @throws if they do not. */
  async ping(): Promise<void> {
    await this.queues.upkeep.getJobCounts('active');
  }

  /** How many jobs of each queue are in each state, by queue. */
  async counts(): Promise<ReadonlyMap<QueueName, Readonly<Record<string, number>>>> {
    const entries = Object.entries(this.queues) as [QueueName, Queue][];
    return new Map(await Promise.all(entries.map(async ([name, queue]) => [name, await queue.getJobCounts(...JOB_STATES)] as const)));
  }

  /** Jobs of one queue in one state, newest first. */
  async page(name: QueueName, state: JobState, { offset, limit }: ListWindow): Promise<Job[]> {
    return this.queues[name].getJobs(state, offset, offset + limit - 1);
  }

  /** A job in any state; null if the queue does not know it any more. */
  async job(name: QueueName, id: string): Promise<Job | null> {
    return (await this.queues[name].getJob(id)) ?? null;
  }

  async addAll(messages: readonly (Omit<OutboxMessage, 'dueAt'> & { origin: JobOrigin | null })[]): Promise<void> {
    for (const name of new Set(messages.map(({ queue }) => queue))) {
      const queue = this.queues[name];
      const jobs = messages
        .filter((message) => message.queue === name)
        .map(({ job, id, data, origin }) => ({ name: job, ids: [id], data: origin ? { ...data, origin } : data }))
        .reduce(joined, [])
        .map(({ name: job, ids, data }) => ({ name: job, data, opts: { ...jobOptions, jobId: idOf(ids) } }));
      if (jobs.length < BULK_FROM) await Promise.all(jobs.map((job) => queue.add(job.name, job.data, job.opts)));
      else await queue.addBulk(jobs);
    }
  }

  /**
   * Removes jobs that are not running and whose data, id or failure has one of `names`. What a waiting one carries for others is queued again.
   * Redis also forgets the events of its queues: they repeat ids and failures, those of jobs that are gone, too.
   */
  async removeNaming(names: readonly string[]): Promise<void> {
    if (names.length === 0) return;
    const isNamed = (text: string) => names.some((name) => text.includes(name));
    for (const queue of Object.values(this.queues)) {
      for (const job of await queue.getJobs(['waiting', 'delayed', 'prioritized', 'failed', 'completed'])) {
        if (!isNamed(JSON.stringify([job.id, job.data, job.failedReason, job.stacktrace]))) continue;
        const { more = [], ...first } = job.data as JobData;
        const others = [first, ...more].filter((data) => !isNamed(JSON.stringify(data)));
        if (more.length > 0 && job.finishedOn === undefined) for (const data of others) await queue.add(job.name, data, jobOptions);
        await job.remove();
      }
      if (this.config.redisUrl !== null) await queue.trimEvents(0);
    }
  }

  /** Schedules `job` repeatedly, once for all processes. A second call with the same name changes its interval. */
  async repeat(job: string, everyMs: number): Promise<void> {
    await this.queues.upkeep.upsertJobScheduler(
      job,
      { every: everyMs },
      { name: job, opts: { removeOnComplete: true, removeOnFail: { age: DAY_SECONDS } } },
    );
  }
}
