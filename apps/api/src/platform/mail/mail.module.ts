import { Global, Module } from '@nestjs/common';
import { Mailer } from '../../shared/ports.ts';
import { SmtpMailer } from './smtp-mailer.ts';

@Global()
@Module({ providers: [{ provide: Mailer, useClass: SmtpMailer }], exports: [Mailer] })
export class MailModule {}
