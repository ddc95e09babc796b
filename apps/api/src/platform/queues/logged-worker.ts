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
 * A job of a process that died is another's within 15 seconds: its lock, renewed while the process lives, ends, and is looked for every five.
 * Milliseconds. However often that happens, the job is tried again.
 */
export const TAKE_OVER = { lockDuration: LEASE_MS, stalledInterval: 5000, maxStalledCount: 1000 } as const;

/**
 * A worker that tells of every job that it did, of every failed try, and loudly of the last one. Job data holds ids only, so names and ids may be told: whatever the
 * job logs carries them, and the id of the request that it goes back to.
 */
export abstract class LoggedWorker extends WorkerHost implements BeforeApplicationShutdown {
  private readonly logger = new Logger('jobs');
  @Inject(Metrics)
  readonly metrics!: Metrics;

  /** Does one job. */
  protected abstract work(job: Job): Promise<void>;

  /** The queue keeps the words of an error for a week: they are those that may be told. */
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

  /** What only looks whether there is something to do says nothing of the shop. */
  private logDone({ queueName }: Job, ms: number): void {
    const line = { message: 'done', ms: Math.round(ms) };
    if (queueName === 'upkeep') this.logger.debug(line);
    else this.logger.log(line);
  }

  /** The trace that a job belongs to besides the one that asked for it; it goes on with this one then, and names the other. */
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

  /** Jobs end before anything closes that they stand on: database, mail server, queues. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.registered()?.close();
  }

  /** Null in the API, which takes no jobs. */
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
    const told = { ...(job && fieldsOf(job)), message: error.message, attempt: job?.attemptsMade, isLast };
    if (isLast) this.logger.error(told);
    else this.logger.warn(told);
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
