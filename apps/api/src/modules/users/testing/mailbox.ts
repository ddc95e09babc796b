import { MailRows } from '../../../platform/mail/ports.ts';
import { SendMail } from '../../../platform/mail/sending/send-mail.ts';
import type { Mail } from '../../../shared/ports.ts';
import type { RecordingMailer } from '../../../testing/fakes.ts';
import type { TestShop } from '../../../testing/test-shop.ts';

/** Runs the worker: sends all pending mails, and returns them, newest last. */
export async function deliverMails(shop: TestShop, mailer: RecordingMailer): Promise<Mail[]> {
  const from = mailer.sent.length;
  const waiting = await shop.get(MailRows).overdue(new Date(shop.clock.now().getTime() + 1));
  for (const id of waiting) await shop.get(SendMail).run(id);
  return mailer.sent.slice(from);
}

/** The secret part of the link in a mail. */
export function tokenIn(mail: Mail | undefined): string {
  return /\/auth\/(?:verify|reset)\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
}
