import { Injectable } from '@nestjs/common';
import { MailRows, MailWriters } from '../../../../platform/mail/ports.ts';
import { ReopenMail } from '../../../../platform/mail/sending/reopen-mail.ts';
import { Clock } from '../../../../shared/ports.ts';
import { type DeadLetter, type DeadLetterRecipient, DeadLetters } from '../../application/job-admin.ts';

const LOOKED_BACK_MS = 90 * 86_400_000;
const MOST = 10_000;

@Injectable()
export class MailDeadLetters extends DeadLetters {
  constructor(
    private readonly rows: MailRows,
    private readonly writers: MailWriters,
    private readonly reopenMail: ReopenMail,
    private readonly clock: Clock,
  ) {
    super();
  }

  override list(): Promise<DeadLetter[]> {
    return this.rows.undelivered(new Date(this.clock.now().getTime() - LOOKED_BACK_MS), MOST);
  }

  override async recipientOf(mail: DeadLetter): Promise<DeadLetterRecipient> {
    // Kinds of another version of the shop have no recipient here.
    const writer = this.writers.all().find(({ kinds }) => kinds.includes(mail.kind));
    return (await writer?.recipientOf(mail)) ?? { address: null, orderNumber: null };
  }

  override find(id: string): Promise<DeadLetter | null> {
    return this.rows.findUndelivered(id);
  }

  override reopen(id: string): Promise<boolean> {
    return this.reopenMail.run(id);
  }

  override dismiss(id: string): Promise<boolean> {
    return this.rows.dismiss(id);
  }
}
