import { Global, Module } from '@nestjs/common';
import { Alerts, MailReads, MailOutbox, Mailer } from '../../shared/ports.ts';
import { DependencyHealth } from '../health/dependency-health.ts';
import { expiringMails } from './sending/expiring-mails.ts';
import { Config } from '../config/config.ts';
import { PersonalTables } from '../personal-data/personal-rows.ts';
import { Retention } from '../scheduler/retention.ts';
import { RecurringTasks } from '../scheduler/recurring-tasks.ts';
import { PERSONAL } from './personal-data.ts';
import { AlertMailWriter } from './alerts/alert-mail-writer.ts';
import { AlertRows } from './alerts/ports.ts';
import { RaisedAlerts } from './alerts/raised-alerts.ts';
import { SendAlerts } from './alerts/send-alerts.ts';
import { SqlAlertRows } from './alerts/sql-alert-rows.ts';
import { MailsWorker } from './sending/mails.worker.ts';
import { QueuedMailOutbox } from './sending/queued-mail-outbox.ts';
import { MailRows, MailWriters } from './ports.ts';
import { ReopenMail } from './sending/reopen-mail.ts';
import { SampleMailsController } from './layout/sample-mails.controller.ts';
import { SendMail } from './sending/send-mail.ts';
import { SendOverdueMails } from './sending/send-overdue-mails.ts';
import { SmtpMailer } from './sending/smtp-mailer.ts';
import { SqlMailReads } from './sending/sql-mail-reads.ts';
import { SqlMailRows } from './sending/sql-mail-rows.ts';
import { MailLayout } from './layout/mail-layout.ts';
import { UndeliveredAlertWriter } from './sending/undelivered-alert.ts';
import { TableFigures } from '../metrics/table-figures.ts';
import { MAIL_FIGURES } from './sending/mail-figures.ts';

@Global()
@Module({
  controllers: [SampleMailsController],
  providers: [
    { provide: Mailer, useClass: SmtpMailer },
    { provide: MailRows, useClass: SqlMailRows },
    { provide: MailOutbox, useClass: QueuedMailOutbox },
    { provide: MailReads, useClass: SqlMailReads },
    { provide: AlertRows, useClass: SqlAlertRows },
    { provide: Alerts, useClass: RaisedAlerts },
    AlertMailWriter,
    MailWriters,
    SendAlerts,
    SendMail,
    SendOverdueMails,
    ReopenMail,
    MailLayout,
    UndeliveredAlertWriter,
    MailsWorker,
  ],
  exports: [Alerts, Mailer, MailOutbox, MailReads, MailRows, MailWriters, ReopenMail, SendAlerts, SendOverdueMails, MailLayout],
})
export class MailModule {
  constructor(
    figures: TableFigures,
    outside: DependencyHealth,
    mailer: Mailer,
    tasks: RecurringTasks,
    sendOverdueMails: SendOverdueMails,
    sendAlerts: SendAlerts,
    retention: Retention,
    personal: PersonalTables,
    config: Config,
  ) {
    personal.add(...PERSONAL);
    retention.add(expiringMails(config.retention.mailRecordDays));
    figures.add(MAIL_FIGURES);
    outside.add('mail', () => mailer.ping());
    tasks.add(
      { name: 'send-overdue-mails', everyMs: 60_000, run: () => sendOverdueMails.run() },
      { name: 'send-alerts', everyMs: 15_000, run: () => sendAlerts.run() },
    );
  }
}
