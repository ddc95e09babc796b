import { Injectable } from '@nestjs/common';
import { Config } from '../../../../platform/config/config.ts';
import { commaName, facts, quote, smallPrint } from '../../../../platform/mail/layout/mail-parts.ts';
import { type MailDraft, MailWriter, MailWriters } from '../../../../platform/mail/ports.ts';
import { MailLayout } from '../../../../platform/mail/layout/mail-layout.ts';
import type { PlannedMail } from '../../../../shared/ports.ts';
import { type ContactMessage, ContactMessages } from '../../application/contact.ts';

@Injectable()
export class ContactMailWriter extends MailWriter {
  override readonly kinds = ['contact'] as const;

  constructor(
    writers: MailWriters,
    private readonly messages: ContactMessages,
    private readonly layout: MailLayout,
    private readonly config: Config,
  ) {
    super();
    writers.add(this);
  }

  override async write({ about }: PlannedMail): Promise<MailDraft | null> {
    const message = await this.messages.ofId(about);
    return message && this.mailOf(message);
  }

  override async recipientOf() {
    return { address: this.config.supportEmail, orderNumber: null };
  }

  override samples(untrusted?: string) {
    const draft = this.mailOf({
      id: 'sample',
      fullName: untrusted ?? 'Ada Buyer',
      email: 'ada@example.com',
      message: untrusted ?? 'Hello,\nmy key says "already used". The picture shows what I see.',
      file: { name: untrusted ?? 'screen.png', type: 'image/png', content: Buffer.from('sample') },
    });
    return [{ name: 'contact', kind: 'contact', draft }] as const;
  }

  private mailOf({ fullName, email, message, file }: ContactMessage): MailDraft {
    const name = commaName(fullName.slice(0, 60)).slice(2);
    const sheet = this.layout.compose({
      subject: name === '' ? 'Contact form' : `Contact form: ${name}`,
      title: 'A visitor has written',
      preheader: 'A message from the contact form.',
      parts: [
        facts([
          ['Name', fullName],
          ['E-mail', email],
          ['File', file === null ? 'none' : `${file.name}, ${Math.ceil(file.content.length / 1024)} KiB`],
        ]),
        quote(message),
        smallPrint('An answer to this mail goes to the visitor. The address is what they typed: nobody has verified it.'),
      ],
    });
    return {
      ...sheet,
      to: this.config.supportEmail,
      replyTo: email,
      attachments: file === null ? [] : [{ filename: file.name, contentType: file.type, base64: file.content.toString('base64') }],
    };
  }
}
