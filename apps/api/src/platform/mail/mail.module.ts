import { Global, Module } from '@nestjs/common';
import { Letters, Mailer } from '../../shared/ports.ts';
import { Outside } from '../health/outside.ts';
import { LettersWorker } from './letters.worker.ts';
import { PlannedLetters } from './planned-letters.ts';
import { LetterRows, LetterWriters } from './ports.ts';
import { ReopenLetter } from './reopen-letter.ts';
import { SampleMailsController } from './sample-mails.controller.ts';
import { SendLetter } from './send-letter.ts';
import { SendOverdueLetters } from './send-overdue-letters.ts';
import { SmtpMailer } from './smtp-mailer.ts';
import { SqlLetterRows } from './sql-letter-rows.ts';
import { Stationery } from './stationery.ts';
import { UndeliveredAlertWriter } from './undelivered-alert.ts';

@Global()
@Module({
  controllers: [SampleMailsController],
  providers: [
    { provide: Mailer, useClass: SmtpMailer },
    { provide: LetterRows, useClass: SqlLetterRows },
    { provide: Letters, useClass: PlannedLetters },
    LetterWriters,
    SendLetter,
    SendOverdueLetters,
    ReopenLetter,
    Stationery,
    UndeliveredAlertWriter,
    LettersWorker,
  ],
  exports: [Mailer, Letters, LetterRows, LetterWriters, ReopenLetter, SendOverdueLetters, Stationery],
})
export class MailModule {
  constructor(outside: Outside, mailer: Mailer) {
    outside.add('mail', () => mailer.ping());
  }
}
