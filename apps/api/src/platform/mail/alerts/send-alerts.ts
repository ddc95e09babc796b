import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.ts';
import { Clock, Ids, MailOutbox, Transaction } from '../../../shared/ports.ts';
import { AlertRows } from './ports.ts';

const HOUR_MS = 3_600_000;
/** Longer than a dispute takes, so that an open one is not mailed again. */
const REMEMBERED_MS = 400 * 24 * HOUR_MS;

/**
 * Plans the mails for new alerts: one mail with all alerts of a kind, at most once an hour across all workers. Alerts and mails are rows of
 * a transaction: if a process dies, the next one continues. Runs periodically.
 */
@Injectable()
export class SendAlerts {
  constructor(
    private readonly rows: AlertRows,
    private readonly mails: MailOutbox,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly config: Config,
  ) {}

  async run(): Promise<void> {
    const kinds = (await this.rows.open()).filter((kind) => !this.config.alertsOff.has(kind));
    for (const kind of kinds)
      await this.transaction.run(async () => {
        const now = this.clock.now();
        const mailId = this.ids.next();
        if (await this.rows.give(kind, mailId, now, new Date(now.getTime() - HOUR_MS)))
          await this.mails.plan({ id: `${mailId}-alert-1`, kind: 'alert', about: mailId });
      });
    if (kinds.length > 0) await this.rows.purge(new Date(this.clock.now().getTime() - REMEMBERED_MS));
  }
}
