import { Injectable } from '@nestjs/common';
import { button, paragraph, smallPrint } from '../../../../platform/mail/layout/mail-parts.ts';
import { MailLayout } from '../../../../platform/mail/layout/mail-layout.ts';
import { type ClaimedMail, type MailDraft, MailWriter, MailWriters } from '../../../../platform/mail/ports.ts';
import { Clock, type PlannedMail } from '../../../../shared/ports.ts';
import { AccountMails, MailedTokens, SINGLE_USE_LINK_MINUTES } from '../../../users/index.ts';
import { OwnData } from '../../application/own-data.ts';

@Injectable()
export class PersonalDataMailWriter extends MailWriter {
  override readonly kinds = ['personal-data'] as const;

  constructor(
    writers: MailWriters,
    private readonly links: MailedTokens,
    private readonly mails: AccountMails,
    private readonly own: OwnData,
    private readonly layout: MailLayout,
    private readonly clock: Clock,
  ) {
    super();
    writers.add(this);
  }

  /** Nobody is written to of whom nothing is stored: anybody may ask for any address. */
  override async write({ about, tries }: ClaimedMail): Promise<MailDraft | null> {
    const link = await this.links.ofId(about);
    if (!link?.email || link.usedAt !== null || link.expiresAt <= this.clock.now()) return null;
    if (!(await this.own.isKnown(link.email))) return null;
    if (tries === 0 && !(await this.mails.mayLeave('personal-data', { email: link.email, userId: 'owner', isConfirmed: false })))
      return null;
    return { ...this.draft(this.links.plain(about)), to: link.email };
  }

  override async recipientOf({ about }: PlannedMail) {
    const link = await this.links.ofId(about);
    return link && { address: link.email, orderNumber: null };
  }

  override samples() {
    return [{ name: 'personal-data', kind: 'personal-data', draft: { ...this.draft('sample'), to: 'ada@example.com' } }] as const;
  }

  private draft(token: string): Omit<MailDraft, 'to'> {
    return this.layout.compose({
      subject: 'What we store about you',
      title: 'What we store about you',
      preheader: `The link works once, for ${SINGLE_USE_LINK_MINUTES} minutes.`,
      parts: [
        paragraph('Hello,'),
        paragraph('Somebody, hopefully you, asked what we store about this address.'),
        button('Download my data', this.layout.link(`/privacy/data/${token}`)),
        smallPrint(`The link works once, for ${SINGLE_USE_LINK_MINUTES} minutes.`),
        smallPrint('It was not you? Then there is nothing to do: nobody else has the link.'),
      ],
    });
  }
}
