import { OnWorkerEvent, WorkerHost } from '@nestjs/bullmq';
import { type BeforeApplicationShutdown, Inject, Logger } from '@nestjs/common';
import type { Job, Worker } from 'bullmq';
import { type LogFields, withLogFields } from '../logging/log-fields.ts';
import { safeError } from '../logging/safe-error.ts';
import { LEASE_MS } from '../../shared/concurrency/lease.ts';
import { Metrics } from '../metrics/metrics.ts';
import type { SpanPlan } from '../tracing/tracer.ts';
import { beginSpan, isTracing } from '../tracing/tracing.ts';
import type { JobData } from './job-origin.ts';
import { LostConnection } from './lasting-backend.ts';

/**
 * A job of a process that died is taken over within 15 seconds: its lock, which a live process renews, expires, and is checked every five
 * seconds. A worker that has lost its database asks again every half second. In milliseconds. The job is retried however often that happens.
 */
export const TAKE_OVER = { lockDuration: LEASE_MS, stalledInterval: 5000, maxStalledCount: 1000, runRetryDelay: 500 } as const;

/**
 * A worker that logs every job, every failed attempt, and the last one as an error. Job data holds ids only, so everything that a job logs
 * has its name, its ids and the id of the request that it originates from.
 */
export abstract class LoggedWorker extends WorkerHost implements BeforeApplicationShutdown {
  private readonly logger = new Logger('jobs');
  @Inject(Metrics)
  readonly metrics!: Metrics;

  /** Does the work of one job, or of one of several that a job carries. Idempotent. */
  protected abstract work(data: JobData, name: string): Promise<void>;

  /** Does all that a job carries at the same time. Where some of it fails, the job is retried, and the rest finds its work done. */
  override async process(job: Job<JobData | undefined>): Promise<void> {
    const { more = [], ...first } = job.data ?? {};
    const results = await Promise.allSettled([first, ...more].map((data) => this.processOne(job, data)));
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  }

  /** The queue stores the message of an error for a week: only the part that may be logged. */
  private async processOne(job: Job, data: JobData): Promise<void> {
    const span = isTracing() ? beginSpan(await this.spanOf(job, data)) : null;
    const fields = { ...fieldsOf(job, data), ...(span && { traceparent: span.traceparent }) };
    return withLogFields(fields, async () => {
      const startedAt = performance.now();
      let isDone = false;
      try {
        await this.work(data, job.name);
        isDone = true;
        this.logDone(job, performance.now() - startedAt);
      } catch (error) {
        const safe = Object.assign(new Error(), safeError(error));
        // A job that carries several fails with the first error only.
        if (job.data?.more) this.logger.warn({ message: safe.message, attempt: job.attemptsMade + 1 });
        throw safe;
      } finally {
        span?.end({ isFailed: !isDone });
        this.metrics.worked({ queue: job.queueName, job: job.name, isDone, seconds: (performance.now() - startedAt) / 1000 });
      }
    });
  }

  /** Polling jobs are not logged. */
  private logDone({ queueName }: Job, ms: number): void {
    const line = { message: 'done', ms: Math.round(ms) };
    if (queueName === 'upkeep') this.logger.debug(line);
    else this.logger.log(line);
  }

  /** The trace that a job continues instead of that of its origin, which becomes a link. */
  protected async traceOf(_data: JobData): Promise<string | undefined> {
    return undefined;
  }

  private async spanOf(job: Job, { origin, ...ids }: JobData): Promise<SpanPlan> {
    const own = await this.traceOf(ids).catch(() => undefined);
    return {
      name: `job ${job.name}`,
      kind: 'consumer',
      traceparent: own ?? origin?.traceparent,
      link: own === undefined ? undefined : origin?.traceparent,
      attributes: {
        'messaging.destination.name': job.queueName,
        'keyturn.job_id': job.id ?? '',
        ...(ids as Record<string, string | number>),
      },
    };
  }

  /** Jobs end before the database, the mail server and the queues are closed. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.registered()?.close();
  }

  /** Null in the API, which runs no jobs. */
  private registered(): Worker | null {
    try {
      return this.worker;
    } catch {
      return null;
    }
  }

  @OnWorkerEvent('failed')
  failed(job: Job | undefined, error: Error): void {
    const isLast = job === undefined || job.attemptsMade >= (job.opts.attempts ?? 1);
    // Of several that a job carries, nobody knows here which one failed; each has its own line.
    const ids = job?.data?.more ? {} : (job?.data ?? {});
    const logged = { ...(job && fieldsOf(job, ids)), message: error.message, attempt: job?.attemptsMade, isLast };
    if (isLast) this.logger.error(logged);
    else this.logger.warn(logged);
  }

  @OnWorkerEvent('error')
  errored(error: Error): void {
    // The process has one line about that.
    if (!(error instanceof LostConnection)) this.logger.warn({ message: safeError(error).message });
  }
}

function fieldsOf(job: Job, data: JobData): LogFields {
  const { origin, orderId, mailId, eventId } = data as LogFields & JobData;
  const ids = { requestId: origin?.requestId, orderId, mailId, eventId };
  const known = Object.fromEntries(Object.entries(ids).filter(([, id]) => typeof id === 'string'));
  return { ...known, jobId: job.id, queue: job.queueName, job: job.name };
}
