import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { createTransport } from 'nodemailer';
import { type Mail, MailboxBusy, Mailer, MailRefused } from '../../../shared/ports.ts';
import { Config } from '../../config/config.ts';

/** For each step of a delivery; the claim is renewed meanwhile. */
const TIMEOUT_MS = 10_000;
/** How many mails a process hands over at the same time. */
export const CONNECTIONS = 8;

interface SmtpFailure {
  readonly code?: string;
  readonly responseCode?: number;
  readonly response?: string;
  readonly command?: string;
}

/**
 * Only the recipient or the message can be refused permanently: a wrong password or sender is a fault of the shop's settings, and so is a
 * policy against this shop (enhanced status 5.7.x of RFC 3463: relaying denied, listed network). A status about an address or a mailbox
 * (x.1.y, x.2.y: unknown, full, disabled) concerns only that one, at whatever step it is sent; so does a refused recipient without such a
 * code. The reply may quote the mail: only its codes are passed on.
 */
export function mailFailure({ code, responseCode, response, command }: SmtpFailure): Error {
  if (code === 'ETLS') return new Error('The mail server offers no TLS that can be trusted (SMTP_TLS).');
  if (responseCode === undefined) return new Error('The mail server could not be reached.');
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response ?? '')?.[1];
  const codes = enhanced === undefined ? String(responseCode) : `${responseCode} ${enhanced}`;
  const isAboutUs = enhanced?.startsWith('5.7.') === true;
  const isAboutMailbox = enhanced === undefined ? command === 'RCPT TO' : /^\d\.[12]\./.test(enhanced) && command !== 'MAIL FROM';
  if (responseCode >= 500 && !isAboutUs) {
    if (command === 'RCPT TO' || (command === 'DATA' && isAboutMailbox))
      return new MailRefused(`The mail server refused the address for good (${codes}).`, 'address');
    if (command === 'DATA') return new MailRefused(`The mail server refused the mail itself for good (${codes}).`, 'mail');
  }
  if (isAboutMailbox && responseCode < 500) return new MailboxBusy(`The mailbox takes no mail for now (${codes}).`);
  return new Error(`The mail server did not take the mail (${codes}).`);
}

@Injectable()
export class SmtpMailer extends Mailer implements OnApplicationShutdown {
  private readonly transport;

  constructor(private readonly config: Config) {
    super();
    this.transport = createTransport({
      url: config.smtpUrl,
      requireTLS: config.isSmtpTlsRequired,
      pool: true,
      maxConnections: CONNECTIONS,
      // For a connection that the server closed while it was idle. Other failures are retried by the mail's row, and keep nobody waiting.
      maxRequeues: 1,
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
        ...(mail.replyTo === undefined ? {} : { replyTo: { name: '', address: mail.replyTo } }),
        ...(mail.headers === undefined ? {} : { headers: { ...mail.headers } }),
        attachments: mail.attachments?.map(({ base64, ...about }) => ({ ...about, content: base64, encoding: 'base64' })) ?? [],
        disableFileAccess: true,
        disableUrlAccess: true,
      });
    } catch (error) {
      throw mailFailure(error as SmtpFailure);
    }
  }

  override async ping(): Promise<void> {
    await this.transport.verify();
  }

  onApplicationShutdown(): void {
    this.transport.close();
  }
}
