import { Injectable } from '@nestjs/common';
import { type QueueName, Transaction } from '../../../shared/ports.ts';
import { JobNotFailed, JobNotFound, MailNotDead } from '../domain/queue-errors.ts';
import type { Operator } from '../domain/roles.ts';
import { DeadLetters, type StaffQueueJob, JobAdmin } from './job-admin.ts';
import { Audit } from './ports.ts';

interface Why {
  readonly by: Operator;
  readonly reason: string;
}

/** Retries or closes failed jobs and mails. The entry in the audit log is written first, so that nothing is done without one. */
@Injectable()
export class ReplayJobs {
  constructor(
    private readonly jobs: JobAdmin,
    private readonly mails: DeadLetters,
    private readonly audit: Audit,
    private readonly transaction: Transaction,
  ) {}

  /** @throws JobNotFound, JobNotFailed */
  retry(queue: QueueName, id: string, { by, reason }: Why): Promise<StaffQueueJob | null> {
    return this.transaction.run(async () => {
      const job = await this.jobs.find(queue, id);
      if (job === null) throw new JobNotFound();
      const before = { state: job.state, attempts: job.attempts };
      await this.audit.record({ by, action: 'queue.retry', subject: { type: 'job', id: `${queue}/${id}` }, before, reason });
      if (job.state !== 'failed' || !(await this.jobs.retry(queue, id))) throw new JobNotFailed();
      return this.jobs.find(queue, id);
    });
  }

  /** @throws MailNotDead */
  sendDeadLetter(id: string, { by, reason }: Why): Promise<void> {
    return this.transaction.run(async () => {
      const before = await this.stateOf(id);
      if (!(await this.mails.reopen(id))) throw new MailNotDead();
      const subject = { type: 'letter', id };
      await this.audit.record({ by, action: 'queue.replay-letter', subject, before, after: { state: 'waiting' }, reason });
    });
  }

  /** Closes a mail: it is not sent, and raises no more alerts. @throws MailNotDead */
  closeDeadLetter(id: string, { by, reason }: Why): Promise<void> {
    return this.transaction.run(async () => {
      const before = await this.stateOf(id);
      if (!(await this.mails.dismiss(id))) throw new MailNotDead();
      const subject = { type: 'letter', id };
      await this.audit.record({ by, action: 'queue.close-letter', subject, before, after: { state: 'dropped' }, reason });
    });
  }

  private async stateOf(mailId: string): Promise<{ state: string }> {
    const mail = await this.mails.find(mailId);
    if (mail === null) throw new MailNotDead();
    return { state: mail.state };
  }
}
