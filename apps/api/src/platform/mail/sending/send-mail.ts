import { Injectable, Logger } from '@nestjs/common';
import { Alerts, Clock, MailboxBusy, Mailer, MailRefused, Outbox, Transaction } from '../../../shared/ports.ts';
import { Metrics } from '../../metrics/metrics.ts';
import { safeError } from '../../logging/safe-error.ts';
import { inSpan } from '../../tracing/tracing.ts';
import { nextTryAt } from './back-off.ts';
import { letterJob } from './mail-job.ts';
import { type ClaimedMail, type MailDraft, type MailEnd, type MailNote, MailRows, type MailWriter, MailWriters } from '../ports.ts';

/** The queue tries again: either the other process has sent it by then, or it has died and its claim has grown old. */
class MailIsBeingSent extends Error {
  constructor(letterId: string) {
    super(`Letter ${letterId} is being sent by another process.`);
  }
}

/**
 * Sends one planned letter. It leaves once: a second job finds it claimed or sent. Only a crash between the mail
 * server's yes and our note of it repeats a letter, under the same Message-ID (docs/reliability.md).
 * A try that fails is noted with the moment of the next one, in the database: what is to be tried again outlives queue and processes.
 */
@Injectable()
export class SendMail {
  private readonly logger = new Logger('letters');

  constructor(
    private readonly rows: MailRows,
    private readonly writers: MailWriters,
    private readonly mailer: Mailer,
    private readonly alerts: Alerts,
    private readonly outbox: Outbox,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
  ) {}

  async run(letterId: string): Promise<void> {
    const letter = await this.transaction.run(() => this.rows.claim(letterId));
    if (letter === 'closed') return;
    if (letter === 'busy') throw new MailIsBeingSent(letterId);
    try {
      const draft = await this.writers.of(letter.kind).write(letter);
      if (draft !== null) await this.handOver(letter, draft);
      await this.close(letter, draft === null ? 'dropped' : 'sent');
    } catch (error) {
      if (error instanceof MailRefused) await this.close(letter, error.what === 'address' ? 'refused' : 'dead', error.message);
      else await this.tryLater(letter, safeError(error).message, error instanceof MailboxBusy ? 'mailbox' : 'delivery');
    }
  }

  private handOver(letter: ClaimedMail, draft: MailDraft): Promise<void> {
    const attributes = { 'keyturn.mail_id': letter.id, 'keyturn.mail_kind': letter.kind };
    return inSpan({ name: 'smtp send', kind: 'client', attributes }, () => this.mailer.send(withId(letter, draft)));
  }

  private async tryLater(letter: ClaimedMail, reason: string, by: 'mailbox' | 'delivery'): Promise<void> {
    const tries = letter.tries + 1;
    const dueAt = nextTryAt(tries, this.clock.now());
    if (dueAt === null) return this.close(letter, 'dead', reason);
    await this.transaction.run(async () => {
      if (tries === 1) await this.note(letter, 'delayed', reason);
      await this.rows.putBack(letter.id, reason, dueAt, by);
      const job = letterJob(letter.id);
      // Named by its moment: a letter that is opened again counts its tries anew.
      await this.outbox.add({ ...job, id: `${job.id}-at-${dueAt.getTime()}`, dueAt });
    });
    if (tries === 1) this.metrics.letter('delayed');
    this.logger.warn({ message: 'A letter could not be sent.', mailId: letter.id, tries, reason, nextTryAt: dueAt });
  }

  private async close(letter: ClaimedMail, as: MailEnd, reason?: string): Promise<void> {
    await this.transaction.run(async () => {
      if (as === 'dropped') await this.writers.of(letter.kind).dropped(letter);
      else await this.note(letter, as, reason ?? null);
      await this.rows.settle(letter.id, as, reason);
      if (as === 'dead' || as === 'refused') await this.tellStaff(letter, reason);
    });
    this.metrics.letter(as);
    if (as === 'dead') this.logger.error({ message: 'A letter was given up.', mailId: letter.id, reason });
  }

  /** An alert that cannot be sent raises none, or it would raise the next. */
  private async tellStaff(letter: ClaimedMail, reason = 'no reason given'): Promise<void> {
    if (letter.kind === 'alert' || letter.kind === 'undelivered-alert') return;
    const recipient = await this.writerOf(letter)?.recipientOf(letter);
    const order = recipient?.orderNumber ? ` Order ${recipient.orderNumber}.` : '';
    // By its moment: a letter that is sent again may be refused again.
    const id = `${letter.id}@${this.clock.now().getTime()}`;
    await this.alerts.raise({ kind: 'mail-undelivered', id, about: letter.id, detail: `${reason}${order}` });
  }

  /** A kind that this version cannot write has nobody to be told. */
  private async note(letter: ClaimedMail, what: MailNote, reason: string | null): Promise<void> {
    await this.writerOf(letter)?.noted(letter, what, reason);
  }

  private writerOf({ kind }: ClaimedMail): MailWriter | undefined {
    return this.writers.all().find(({ kinds }) => kinds.includes(kind));
  }
}

function withId(letter: ClaimedMail, draft: MailDraft) {
  return { ...draft, messageId: `${letter.id}@letters.keyturn` };
}
