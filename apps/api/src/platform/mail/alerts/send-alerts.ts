import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.ts';
import { Clock, Ids, MailOutbox, Transaction } from '../../../shared/ports.ts';
import { AlertRows } from './ports.ts';

const HOUR_MS = 3_600_000;
/** A dispute takes weeks: as long as one is open, it is not told of anew. */
const REMEMBERED_MS = 400 * 24 * HOUR_MS;

/**
 * Plans the mails that tell of alerts: of each kind all that has come up, in one mail, at most once an hour however many workers there are. Alerts
 * and mails are rows of their transactions: a process that dies leaves them to the next. Runs again and again.
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
