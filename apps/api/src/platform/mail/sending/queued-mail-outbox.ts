import { Injectable } from '@nestjs/common';
import type { InContext } from '../../../shared/batches.ts';
import { type MailKind, MailOutbox, Outbox, type PlannedMail } from '../../../shared/ports.ts';
import { mailJob } from './mail-job.ts';
import { MailRows } from '../ports.ts';
import { ReopenMail } from './reopen-mail.ts';

@Injectable()
export class QueuedMailOutbox extends MailOutbox {
  constructor(
    private readonly rows: MailRows,
    private readonly outbox: Outbox,
    private readonly reopenMail: ReopenMail,
  ) {
    super();
  }

  override async plan(...mails: readonly (PlannedMail & { readonly inContext?: InContext })[]): Promise<void> {
    await this.rows.add(...mails);
    await this.outbox.add(...mails.map(({ id, inContext }) => ({ ...mailJob(id), ...(inContext && { inContext }) })));
  }

  override withdraw(about: string, kind: MailKind) {
    return this.rows.withdraw(about, kind);
  }

  override async reopen(about: string): Promise<number> {
    const ids = await this.rows.latestUndelivered(about);
    for (const id of ids) await this.reopenMail.run(id);
    return ids.length;
  }

  override about(id: string, kind: MailKind) {
    return this.rows.about(id, kind);
  }
}
