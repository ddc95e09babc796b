import { Global, Module } from '@nestjs/common';
import { Alerts, LetterReads, Letters, Mailer } from '../../shared/ports.ts';
import { Outside } from '../health/outside.ts';
import { RecurringTasks } from '../scheduler/recurring-tasks.ts';
import { AlertLetterWriter } from './alerts/alert-letter-writer.ts';
import { AlertRows } from './alerts/ports.ts';
import { RaisedAlerts } from './alerts/raised-alerts.ts';
import { SendAlerts } from './alerts/send-alerts.ts';
import { SqlAlertRows } from './alerts/sql-alert-rows.ts';
import { LettersWorker } from './sending/letters.worker.ts';
import { PlannedLetters } from './sending/planned-letters.ts';
import { LetterRows, LetterWriters } from './ports.ts';
import { ReopenLetter } from './sending/reopen-letter.ts';
import { SampleMailsController } from './layout/sample-mails.controller.ts';
import { SendLetter } from './sending/send-letter.ts';
import { SendOverdueLetters } from './sending/send-overdue-letters.ts';
import { SmtpMailer } from './sending/smtp-mailer.ts';
import { SqlLetterReads } from './sending/sql-letter-reads.ts';
import { SqlLetterRows } from './sending/sql-letter-rows.ts';
import { Stationery } from './layout/stationery.ts';
import { UndeliveredAlertWriter } from './sending/undelivered-alert.ts';
import { TableFigures } from '../metrics/table-figures.ts';
import { MAIL_FIGURES } from './sending/mail-figures.ts';

@Global()
@Module({
  controllers: [SampleMailsController],
  providers: [
    { provide: Mailer, useClass: SmtpMailer },
    { provide: LetterRows, useClass: SqlLetterRows },
    { provide: Letters, useClass: PlannedLetters },
    { provide: LetterReads, useClass: SqlLetterReads },
    { provide: AlertRows, useClass: SqlAlertRows },
    { provide: Alerts, useClass: RaisedAlerts },
    AlertLetterWriter,
    LetterWriters,
    SendAlerts,
    SendLetter,
    SendOverdueLetters,
    ReopenLetter,
    Stationery,
    UndeliveredAlertWriter,
    LettersWorker,
  ],
  exports: [Alerts, Mailer, Letters, LetterReads, LetterRows, LetterWriters, ReopenLetter, SendAlerts, SendOverdueLetters, Stationery],
})
export class MailModule {
  constructor(
    figures: TableFigures,
    outside: Outside,
    mailer: Mailer,
    tasks: RecurringTasks,
    sendOverdueLetters: SendOverdueLetters,
    sendAlerts: SendAlerts,
  ) {
    figures.add(MAIL_FIGURES);
    outside.add('mail', () => mailer.ping());
    tasks.add(
      { name: 'send-overdue-mails', everyMs: 60_000, run: () => sendOverdueLetters.run() },
      { name: 'send-alerts', everyMs: 15_000, run: () => sendAlerts.run() },
    );
  }
}
