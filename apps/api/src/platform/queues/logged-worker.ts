import { OnWorkerEvent, WorkerHost } from '@nestjs/bullmq';
import { type BeforeApplicationShutdown, Inject, Logger } from '@nestjs/common';
import type { Job, Worker } from 'bullmq';
import { type LogFields, withLogFields } from '../logging/log-fields.ts';
import { safeError } from '../logging/safe-error.ts';
import { LEASE_MS } from '../../shared/lease.ts';
import { Metrics } from '../metrics/metrics.ts';
import type { SpanPlan } from '../tracing/tracer.ts';
import { beginSpan, isTracing } from '../tracing/tracing.ts';
import type { JobOrigin } from './job-origin.ts';

/**
 * A job of a process that died is taken over within 15 seconds: its lock, which a live process renews, expires, and is checked every five
 * seconds. In milliseconds. The job is retried however often that happens.
 */
export const TAKE_OVER = { lockDuration: LEASE_MS, stalledInterval: 5000, maxStalledCount: 1000 } as const;

/**
 * A worker that logs every job, every failed attempt, and the last one as an error. Job data holds ids only, so everything that a job logs
 * has its name, its ids and the id of the request that it originates from.
 */
export abstract class LoggedWorker extends WorkerHost implements BeforeApplicationShutdown {
  private readonly logger = new Logger('jobs');
  @Inject(Metrics)
  readonly metrics!: Metrics;

  /** Runs one job. */
  protected abstract work(job: Job): Promise<void>;

  /** The queue stores the message of an error for a week: only the part that may be logged. */
  override async process(job: Job): Promise<void> {
    const span = isTracing() ? beginSpan(await this.spanOf(job)) : null;
    const fields = { ...fieldsOf(job), ...(span && { traceparent: span.traceparent }) };
    return withLogFields(fields, async () => {
      const startedAt = performance.now();
      let isDone = false;
      try {
        await this.work(job);
        isDone = true;
        this.logDone(job, performance.now() - startedAt);
      } catch (error) {
        throw Object.assign(new Error(), safeError(error));
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
  protected async traceOf(_job: Job): Promise<string | undefined> {
    return undefined;
  }

  private async spanOf(job: Job): Promise<SpanPlan> {
    const { origin, ...ids } = (job.data ?? {}) as { origin?: JobOrigin };
    const own = await this.traceOf(job).catch(() => undefined);
    return {
      name: `job ${job.name}`,
      kind: 'consumer',
      traceparent: own ?? origin?.traceparent,
      link: own === undefined ? undefined : origin?.traceparent,
      attributes: { 'messaging.destination.name': job.queueName, 'keyturn.job_id': job.id ?? '', ...ids },
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
    const logged = { ...(job && fieldsOf(job)), message: error.message, attempt: job?.attemptsMade, isLast };
    if (isLast) this.logger.error(logged);
    else this.logger.warn(logged);
  }

  @OnWorkerEvent('error')
  errored(error: Error): void {
    this.logger.warn({ message: safeError(error).message });
  }
}

function fieldsOf(job: Job): LogFields {
  const { origin, orderId, mailId, eventId } = (job.data ?? {}) as LogFields & { origin?: JobOrigin };
  const ids = { requestId: origin?.requestId, orderId, mailId, eventId };
  const known = Object.fromEntries(Object.entries(ids).filter(([, id]) => typeof id === 'string'));
  return { ...known, jobId: job.id, queue: job.queueName, job: job.name };
}
