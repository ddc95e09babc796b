import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { createTransport } from 'nodemailer';
import { type Mail, Mailer, MailRefused } from '../../shared/ports.ts';
import { Config } from '../config/config.ts';

const TIMEOUT_MS = 20_000;

@Injectable()
export class SmtpMailer extends Mailer implements OnApplicationShutdown {
  private readonly transport;

  constructor(private readonly config: Config) {
    super();
    this.transport = createTransport({
      url: config.smtpUrl,
      pool: true,
      maxConnections: 4,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
    });
  }

  override async send(mail: Mail): Promise<void> {
    try {
      await this.transport.sendMail({
        from: this.config.mailFrom,
        to: { name: '', address: mail.to },
        messageId: `<${mail.messageId}>`,
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        attachments: mail.attachments?.map(({ base64, ...about }) => ({ ...about, content: base64, encoding: 'base64' })) ?? [],
        disableFileAccess: true,
        disableUrlAccess: true,
      });
    } catch (error) {
      const code = typeof error === 'object' && error !== null && 'responseCode' in error ? error.responseCode : null;
      // The reply may quote the mail; only its code goes on.
      if (typeof code === 'number' && code >= 500 && code < 600)
        throw new MailRefused(`The mail server refused the mail for good (${code}).`);
      throw new Error(typeof code === 'number' ? `The mail server put the mail off (${code}).` : 'The mail server could not be reached.');
    }
  }

  onApplicationShutdown(): void {
    this.transport.close();
  }
}
