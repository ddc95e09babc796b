import { Injectable } from '@nestjs/common';
import { Clock, Outbox, Transaction } from '../../../shared/ports.ts';
import { OrderMails } from './ports.ts';

const OVERDUE_AFTER_MS = 5 * 60_000;

/**
 * The net below the queue: a planned mail that has not left is asked for again, should its job have been lost
 * with the queue's data. One job per mail and hour, so that a long outage of the mail server piles up none.
 */
@Injectable()
export class SendOverdueMails {
  constructor(
    private readonly mails: OrderMails,
    private readonly outbox: Outbox,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  run(): Promise<void> {
    return this.transaction.run(async () => {
      const now = this.clock.now();
      const hour = Math.floor(now.getTime() / 3_600_000);
      for (const mailId of await this.mails.overdue(new Date(now.getTime() - OVERDUE_AFTER_MS))) {
        await this.outbox.add({ queue: 'delivery', job: 'send-mail', id: `${mailId}-again-${hour}`, data: { mailId } });
      }
    });
  }
}
