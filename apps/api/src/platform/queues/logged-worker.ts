import { OnWorkerEvent, WorkerHost } from '@nestjs/bullmq';
import { Logger } from '@nestjs/common';
import type { Job } from 'bullmq';

/** A worker that tells of every failed try, and loudly of the last one. Job data holds ids only, so names and ids may be told. */
export abstract class LoggedWorker extends WorkerHost {
  private readonly logger = new Logger('jobs');

  @OnWorkerEvent('failed')
  failed(job: Job | undefined, error: Error): void {
    const isLast = job === undefined || job.attemptsMade >= (job.opts.attempts ?? 1);
    const told = { message: error.message, queue: job?.queueName, job: job?.name, id: job?.id, attempt: job?.attemptsMade, isLast };
    if (isLast) this.logger.error(told);
    else this.logger.warn(told);
  }

  @OnWorkerEvent('error')
  errored(error: Error): void {
    this.logger.warn({ message: error.message });
  }
}
