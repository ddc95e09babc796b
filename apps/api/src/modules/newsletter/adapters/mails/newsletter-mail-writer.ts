import { Injectable } from '@nestjs/common';
import { Config } from '../../../../platform/config/config.ts';
import { button, paragraph, sideLink, smallPrint } from '../../../../platform/mail/layout/mail-parts.ts';
import { type ClaimedMail, type MailDraft, MailWriter, MailWriters } from '../../../../platform/mail/ports.ts';
import { MailLayout } from '../../../../platform/mail/layout/mail-layout.ts';
import type { PlannedMail } from '../../../../shared/ports.ts';
import { Newsletter } from '../../application/newsletter.ts';
import { Subscriptions } from '../../application/ports.ts';

@Injectable()
export class NewsletterMailWriter extends MailWriter {
  override readonly kinds = ['newsletter-confirm'] as const;

  constructor(
    writers: MailWriters,
    private readonly newsletter: Newsletter,
    private readonly subscriptions: Subscriptions,
    private readonly layout: MailLayout,
    private readonly config: Config,
  ) {
    super();
    writers.add(this);
  }

  override async write({ about, tries }: ClaimedMail): Promise<MailDraft | null> {
    const opened = await this.newsletter.openMail(about, { isFirstTry: tries === 0 });
    return opened && this.confirmation(opened);
  }

  override async recipientOf({ about }: PlannedMail) {
    const subscription = await this.subscriptions.ofId(about);
    return subscription && { address: subscription.email, orderNumber: null };
  }

  override samples() {
    const draft = this.confirmation({
      email: 'ada@example.com',
      confirm: 'sample-confirm',
      unsubscribe: 'sample-unsubscribe',
      refuse: 'sample-refuse',
    });
    return [{ name: 'newsletter', kind: 'newsletter-confirm', draft }] as const;
  }

  private confirmation({ email, confirm, unsubscribe, refuse }: Record<'email' | 'confirm' | 'unsubscribe' | 'refuse', string>): MailDraft {
    const sheet = this.layout.compose({
      subject: 'Please confirm: news from Keyturn',
      title: 'One click, and you are in',
      preheader: 'Confirm that you want our newsletter.',
      parts: [
        paragraph(
          'Somebody, we hope you, asked for the Keyturn newsletter to this address: new games, good prices, a few letters a month.',
        ),
        button('Yes, send me the newsletter', this.layout.link(`/newsletter/confirm/${confirm}`)),
        paragraph('The link works for a week. If it was not you, do nothing: without the click nothing is sent.'),
        sideLink('Never ask this address again', this.layout.link(`/newsletter/unsubscribe/${refuse}`)),
        smallPrint('Each newsletter has a link that ends it at once.'),
      ],
    });
    return { ...sheet, to: email, headers: oneClickUnsubscribe(this.config.apiOrigin, unsubscribe) };
  }
}

/** RFC 8058: mail programs unsubscribe by a POST to this address, without page, login or confirmation. */
function oneClickUnsubscribe(apiOrigin: string, token: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${apiOrigin}/news/unsubscribe/${token}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}
