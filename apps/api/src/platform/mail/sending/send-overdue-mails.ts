import { Injectable } from '@nestjs/common';
import { again, overdueBefore } from '../../../shared/again.ts';
import { Clock, Outbox, Transaction } from '../../../shared/ports.ts';
import { mailJob } from './mail-job.ts';
import { MailRows } from '../ports.ts';

/** Requeues planned mails that were not sent, in case their job was lost with the data of the queue. */
@Injectable()
export class SendOverdueMails {
  constructor(
    private readonly rows: MailRows,
    private readonly outbox: Outbox,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  run(): Promise<void> {
    return this.transaction.run(async () => {
      const now = this.clock.now();
      for (const mailId of await this.rows.overdue(overdueBefore(now))) await this.outbox.add(again(mailJob(mailId), now));
    });
  }
}
