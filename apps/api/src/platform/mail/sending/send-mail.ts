import { Injectable, Logger } from '@nestjs/common';
import pLimit from 'p-limit';
import { ALONE, type Batched, type Batches } from '../../../shared/batches.ts';
import { Alerts, Clock, MailboxBusy, Mailer, MailRefused, Outbox, Transaction } from '../../../shared/ports.ts';
import { renewing } from '../../../shared/concurrency/lease.ts';
import { Metrics } from '../../metrics/metrics.ts';
import { safeError } from '../../logging/safe-error.ts';
import { inSpan } from '../../tracing/tracing.ts';
import { nextTryAt } from './back-off.ts';
import { mailJob } from './mail-job.ts';
import { CONNECTIONS } from './smtp-mailer.ts';
import { type ClaimedMail, type MailDraft, type MailEnd, type MailNote, MailRows, type MailWriter, MailWriters } from '../ports.ts';

/** The queue retries: by then the other process has sent it, or it has died and its claim has expired. */
export class MailIsBeingSent extends Error {
  constructor(mailId: string) {
    super(`Mail ${mailId} is being sent by another process.`);
  }
}

/** It may be this mail that ends them: it waits, longer each time, and is given up like one that cannot be sent. */
class ProcessesDied extends Error {
  constructor() {
    super('The processes that were sending it ended.');
  }
}

/** A transaction before this one has recorded it: its answer was lost. */
class RecordedAlready extends Error {}

const RECORD_AGAIN_AFTER_MS = 1000;
const MOST_RECORD_TRIES = 60;
/** After so many attempts, a mail whose process died is not sent at once. */
const DEATHS_AT_ONCE = 1;

/**
 * Sends one planned mail, once: a second job finds it claimed or sent. Only a crash between the mail server's answer and its record repeats
 * a mail, with the same Message-ID, or a database that stays away for a minute (docs/reliability.md). A failed attempt is stored in the database with the time of the next one, so that
 * retries survive the queue and processes.
 */
@Injectable()
export class SendMail {
  private readonly logger = new Logger('mails');
  private readonly records: Batches<ClaimedMail, void>;
  /** A mail is claimed once there is a connection for it: until then it can be withdrawn. */
  private readonly connections = pLimit(CONNECTIONS);

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
    this.records = transaction.batches({ together: (batch) => this.closeAllSent(batch), alone: (mail) => this.close(mail, 'sent') });
  }

  async run(mailId: string): Promise<void> {
    const accepted = await this.connections(() => this.attempt(mailId));
    if (accepted === null) return;
    try {
      await this.recordSent(accepted.mail);
    } finally {
      accepted.stopRenewing();
    }
  }

  /** Returns the mail, still claimed, if the server has accepted it; null if there is nothing more to do. */
  private async attempt(mailId: string): Promise<{ mail: ClaimedMail; stopRenewing: () => void } | null> {
    const mail = await this.rows.claim(mailId);
    if (mail === 'closed' || mail === 'not due') return null;
    if (mail === 'busy') throw new MailIsBeingSent(mailId);
    const stopRenewing = renewing(() => this.rows.renewClaim(mail.id));
    let isAccepted = false;
    try {
      if (mail.isTakenOver && mail.tries > DEATHS_AT_ONCE) throw new ProcessesDied();
      const draft = await this.writers.of(mail.kind).write(mail);
      if (draft === null) await this.close(mail, 'dropped');
      else await this.handOver(mail, draft);
      isAccepted = draft !== null;
    } catch (error) {
      if (error instanceof MailRefused) await this.close(mail, error.what === 'address' ? 'refused' : 'dead', error.message);
      else await this.tryLater(mail, safeError(error).message, error instanceof MailboxBusy ? 'mailbox' : 'delivery');
    } finally {
      if (!isAccepted) stopRenewing();
    }
    return isAccepted ? { mail, stopRenewing } : null;
  }

  /** A mail that was accepted is not sent again because its record fails: that is repeated. */
  private async recordSent(mail: ClaimedMail): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.records.run(mail);
      } catch (error) {
        if (tries === MOST_RECORD_TRIES) throw error;
        this.logger.warn({ message: 'A sent mail could not be recorded; trying again.', mailId: mail.id, cause: safeError(error).message });
        await new Promise((resolve) => setTimeout(resolve, RECORD_AGAIN_AFTER_MS));
      }
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
    if ((await this.rows.settle(ids, 'sent')) < ids.length) throw new RecordedAlready();
    const noted = new Set(ids);
    this.transaction.afterCommit(() => ids.forEach(() => this.metrics.mail('sent')));
    return batch.map(({ item }) => (noted.has(item.id) ? undefined : ALONE));
  }

  private async close(mail: ClaimedMail, as: MailEnd, reason?: string): Promise<void> {
    try {
      await this.transaction.run(async () => {
        if (as === 'dropped') await this.writers.of(mail.kind).dropped(mail);
        else await this.note(mail, as, reason ?? null);
        if ((await this.rows.settle(mail.id, as, reason)) === 0) throw new RecordedAlready();
        if (as === 'dead' || as === 'refused') await this.alertStaff(mail, reason);
      });
    } catch (error) {
      if (error instanceof RecordedAlready) return;
      throw error;
    }
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
