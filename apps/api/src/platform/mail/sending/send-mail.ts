import { Injectable, Logger } from '@nestjs/common';
import { ALONE, type Batched, type Batches } from '../../../shared/batches.ts';
import { Alerts, Clock, MailboxBusy, Mailer, MailRefused, Outbox, Transaction } from '../../../shared/ports.ts';
import { whileRenewing } from '../../../shared/lease.ts';
import { Metrics } from '../../metrics/metrics.ts';
import { safeError } from '../../logging/safe-error.ts';
import { inSpan } from '../../tracing/tracing.ts';
import { nextTryAt } from './back-off.ts';
import { mailJob } from './mail-job.ts';
import { type ClaimedMail, type MailDraft, type MailEnd, type MailNote, MailRows, type MailWriter, MailWriters } from '../ports.ts';

/** The queue retries: by then the other process has sent it, or it has died and its claim has expired. */
class MailIsBeingSent extends Error {
  constructor(mailId: string) {
    super(`Mail ${mailId} is being sent by another process.`);
  }
}

/**
 * Sends one planned mail, once: a second job finds it claimed or sent. Only a crash between the mail server's answer and its record repeats
 * a mail, with the same Message-ID (docs/reliability.md). A failed attempt is stored in the database with the time of the next one, so that
 * retries survive the queue and processes.
 */
@Injectable()
export class SendMail {
  private readonly logger = new Logger('mails');
  private readonly sent: Batches<ClaimedMail, void>;

  constructor(
    private readonly rows: MailRows,
    private readonly writers: MailWriters,
    private readonly mailer: Mailer,
    private readonly alerts: Alerts,
    private readonly outbox: Outbox,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
  ) {
    this.sent = transaction.batches({ together: (batch) => this.closeAllSent(batch), alone: (mail) => this.close(mail, 'sent') });
  }

  async run(mailId: string): Promise<void> {
    const mail = await this.rows.claim(mailId);
    if (mail === 'closed') return;
    if (mail === 'busy') throw new MailIsBeingSent(mailId);
    try {
      const draft = await this.writers.of(mail.kind).write(mail);
      if (draft !== null)
        await whileRenewing(
          () => this.rows.renewClaim(mail.id),
          () => this.handOver(mail, draft),
        );
      if (draft === null) await this.close(mail, 'dropped');
      else await this.sent.run(mail);
    } catch (error) {
      if (error instanceof MailRefused) await this.close(mail, error.what === 'address' ? 'refused' : 'dead', error.message);
      else await this.tryLater(mail, safeError(error).message, error instanceof MailboxBusy ? 'mailbox' : 'delivery');
    }
  }

  private handOver(mail: ClaimedMail, draft: MailDraft): Promise<void> {
    const attributes = { 'keyturn.mail_id': mail.id, 'keyturn.mail_kind': mail.kind };
    return inSpan({ name: 'smtp send', kind: 'client', attributes }, () => this.mailer.send(withId(mail, draft)));
  }

  private async tryLater(mail: ClaimedMail, reason: string, by: 'mailbox' | 'delivery'): Promise<void> {
    const tries = mail.tries + 1;
    const dueAt = nextTryAt(tries, this.clock.now());
    if (dueAt === null) return this.close(mail, 'dead', reason);
    await this.transaction.run(async () => {
      if (tries === 1) await this.note(mail, 'delayed', reason);
      await this.rows.putBack(mail.id, reason, dueAt, by);
      const job = mailJob(mail.id);
      // With the time in its id: a mail that is reopened counts its attempts from 0.
      await this.outbox.add({ ...job, id: `${job.id}-at-${dueAt.getTime()}`, dueAt });
    });
    if (tries === 1) this.metrics.mail('delayed');
    this.logger.warn({ message: 'A mail could not be sent.', mailId: mail.id, tries, reason, nextTryAt: dueAt });
  }

  private async closeAllSent(batch: readonly Batched<ClaimedMail>[]): Promise<(void | typeof ALONE)[]> {
    const ids: string[] = [];
    for (const [writer, mails] of Map.groupBy(batch, ({ item }) => this.writers.of(item.kind)))
      ids.push(...(await writer.notedSent(mails)));
    if (ids.length > 0) await this.rows.settle(ids, 'sent');
    const noted = new Set(ids);
    this.transaction.afterCommit(() => ids.forEach(() => this.metrics.mail('sent')));
    return batch.map(({ item }) => (noted.has(item.id) ? undefined : ALONE));
  }

  private async close(mail: ClaimedMail, as: MailEnd, reason?: string): Promise<void> {
    await this.transaction.run(async () => {
      if (as === 'dropped') await this.writers.of(mail.kind).dropped(mail);
      else await this.note(mail, as, reason ?? null);
      await this.rows.settle(mail.id, as, reason);
      if (as === 'dead' || as === 'refused') await this.alertStaff(mail, reason);
    });
    this.metrics.mail(as);
    if (as === 'dead') this.logger.error({ message: 'A mail was given up.', mailId: mail.id, reason });
  }

  /** An alert mail that cannot be sent raises no alert, or it would never end. */
  private async alertStaff(mail: ClaimedMail, reason = 'no reason given'): Promise<void> {
    if (mail.kind === 'alert' || mail.kind === 'undelivered-alert') return;
    const recipient = await this.writerOf(mail)?.recipientOf(mail);
    const order = recipient?.orderNumber ? ` Order ${recipient.orderNumber}.` : '';
    // With the time in its id: a mail that is sent again may be refused again.
    const id = `${mail.id}@${this.clock.now().getTime()}`;
    await this.alerts.raise({ kind: 'mail-undelivered', id, about: mail.id, detail: `${reason}${order}` });
  }

  /** A kind that this version does not know has no writer to notify. */
  private async note(mail: ClaimedMail, what: MailNote, reason: string | null): Promise<void> {
    await this.writerOf(mail)?.noted(mail, what, reason);
  }

  private writerOf({ kind }: ClaimedMail): MailWriter | undefined {
    return this.writers.all().find(({ kinds }) => kinds.includes(kind));
  }
}

function withId(mail: ClaimedMail, draft: MailDraft) {
  return { ...draft, messageId: `${mail.id}@letters.keyturn` };
}
