import { Injectable } from '@nestjs/common';
import { Clock } from '../../../shared/ports.ts';
import { Config } from '../../config/config.ts';
import { facts, paragraph, smallPrint } from '../layout/mail-parts.ts';
import { type MailDraft, MailRows, MailWriter, MailWriters, type UndeliveredMail } from '../ports.ts';
import { MailLayout } from '../layout/mail-layout.ts';

const DAY_MS = 86_400_000;
const MOST_NAMED = 20;

/**
 * Reports undelivered mails to staff, in alert mails that the version before `Alerts` has planned. Contains ids of mails and no personal
 * data: many may read it.
 */
@Injectable()
export class UndeliveredAlertWriter extends MailWriter {
  override readonly kinds = ['undelivered-alert'] as const;

  constructor(
    writers: MailWriters,
    private readonly rows: MailRows,
    private readonly layout: MailLayout,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {
    super();
    writers.add(this);
  }

  override async write(): Promise<MailDraft | null> {
    const since = new Date(this.clock.now().getTime() - DAY_MS);
    const dead = (await this.rows.undelivered(since, 1000)).filter(({ state, closedAt }) => state === 'dead' && closedAt >= since);
    return dead.length === 0 ? null : this.sheet(dead);
  }

  override async recipientOf() {
    return { address: this.config.alertEmail, orderNumber: null };
  }

  override samples(untrusted?: string) {
    const closedAt = new Date('2026-03-05T12:00:00.000Z');
    const reason = untrusted ?? 'The mail server could not be reached.';
    const dead = {
      id: '01sample0000000000000order-keys-1',
      kind: 'keys',
      about: '01sample0000000000000order',
      state: 'dead',
      reason,
      closedAt,
    } as const;
    return [{ name: 'undelivered-alert', kind: 'undelivered-alert', draft: this.sheet([dead]) }] as const;
  }

  private sheet(dead: readonly UndeliveredMail[]): MailDraft {
    const what = dead.length === 1 ? '1 mail was' : `${dead.length} mails were`;
    const sheet = this.layout.compose({
      subject: `Alert: ${what} given up`,
      title: `${what} given up`,
      preheader: 'The mail server did not take them for 24 hours.',
      parts: [
        paragraph(
          `In the last 24 hours ${what} given up, because the mail server did not take them. Buyers still find their keys on the page of their order.`,
        ),
        facts(dead.slice(0, MOST_NAMED).map(({ id, reason }) => [id, reason ?? 'no reason given'])),
        ...(dead.length > MOST_NAMED ? [smallPrint(`… and ${dead.length - MOST_NAMED} more.`)] : []),
        paragraph(
          'Correct what the reasons name, then send the mails again: see docs/how-to/operators/respond-to-alerts.md, "LettersWereGivenUp".',
        ),
      ],
    });
    return { ...sheet, to: this.config.alertEmail };
  }
}
