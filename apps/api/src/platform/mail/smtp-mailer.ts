import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { createTransport } from 'nodemailer';
import { type Mail, Mailer, MailRefused } from '../../shared/ports.ts';
import { Config } from '../config/config.ts';

/** For each step of a delivery. All steps together stay below the age at which another worker takes a claim over. */
const TIMEOUT_MS = 10_000;
/** As many as the worker sends at once, so that no mail waits for a connection while its claim grows old. */
const CONNECTIONS = 8;

@Injectable()
export class SmtpMailer extends Mailer implements OnApplicationShutdown {
  private readonly transport;

  constructor(private readonly config: Config) {
    super();
    this.transport = createTransport({
      url: config.smtpUrl,
      pool: true,
      maxConnections: CONNECTIONS,
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
      const { responseCode, command } = error as { responseCode?: number; command?: string };
      // Only the recipient or the message itself can be refused for good: a wrong password or sender is ours to mend.
      const isOfThisMail = command === 'RCPT TO' || command === 'DATA';
      // The reply may quote the mail; only its code goes on.
      if (responseCode !== undefined && responseCode >= 500 && isOfThisMail)
        throw new MailRefused(`The mail server refused the mail for good (${responseCode}).`);
      throw new Error(
        responseCode === undefined ? 'The mail server could not be reached.' : `The mail server did not take the mail (${responseCode}).`,
      );
    }
  }

  onApplicationShutdown(): void {
    this.transport.close();
  }
}
