import { Injectable } from '@nestjs/common';
import { Clock, Outbox, Transaction } from '../../../shared/ports.ts';
import { mailJob } from './mail-job.ts';
import { MailRows } from '../ports.ts';

/** Retries a mail that was given up or refused, for 24 hours. */
@Injectable()
export class ReopenMail {
  constructor(
    private readonly rows: MailRows,
    private readonly outbox: Outbox,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  /** False where the mail is open, sent, dropped or unknown: nothing changes then. */
  run(mailId: string): Promise<boolean> {
    return this.transaction.run(async () => {
      if (!(await this.rows.reopen(mailId))) return false;
      const job = mailJob(mailId);
      await this.outbox.add({ ...job, id: `${job.id}-reopened-${this.clock.now().getTime()}` });
      return true;
    });
  }
}
