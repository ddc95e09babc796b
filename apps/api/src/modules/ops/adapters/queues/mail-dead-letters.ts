import { Injectable } from '@nestjs/common';
import { LetterRows, LetterWriters } from '../../../../platform/mail/ports.ts';
import { ReopenLetter } from '../../../../platform/mail/sending/reopen-letter.ts';
import { Clock } from '../../../../shared/ports.ts';
import { type DeadLetter, type DeadLetterRecipient, DeadLetters } from '../../application/job-desk.ts';

const LOOKED_BACK_MS = 90 * 86_400_000;
const MOST = 10_000;

@Injectable()
export class MailDeadLetters extends DeadLetters {
  constructor(
    private readonly rows: LetterRows,
    private readonly writers: LetterWriters,
    private readonly reopenLetter: ReopenLetter,
    private readonly clock: Clock,
  ) {
    super();
  }

  override list(): Promise<DeadLetter[]> {
    return this.rows.undelivered(new Date(this.clock.now().getTime() - LOOKED_BACK_MS), MOST);
  }

  override async recipientOf(letter: DeadLetter): Promise<DeadLetterRecipient> {
    // A kind that only another version of the shop writes is nobody's here.
    const writer = this.writers.all().find(({ kinds }) => kinds.includes(letter.kind));
    return (await writer?.recipientOf(letter)) ?? { address: null, orderNumber: null };
  }

  override find(id: string): Promise<DeadLetter | null> {
    return this.rows.findUndelivered(id);
  }

  override reopen(id: string): Promise<boolean> {
    return this.reopenLetter.run(id);
  }

  override dismiss(id: string): Promise<boolean> {
    return this.rows.dismiss(id);
  }
}
