import { RESET_LINK_MINUTES } from '@keyturn/shop-rules';
import { Injectable } from '@nestjs/common';
import { button, commaName, paragraph, sideLink, smallPrint } from '../../../../platform/mail/layout/mail-parts.ts';
import { type ClaimedMail, type MailDraft, MailWriter, MailWriters } from '../../../../platform/mail/ports.ts';
import { MailLayout } from '../../../../platform/mail/layout/mail-layout.ts';
import { Clock, type PlannedMail } from '../../../../shared/ports.ts';
import { AccountMails, SINGLE_USE_LINK_MINUTES, VERIFICATION_LINK_HOURS } from '../../application/account-mails.ts';
import { type MailedTokenKind, MailedTokens, Users } from '../../application/ports.ts';
import type { User } from '../../domain/user.ts';

@Injectable()
export class AccountMailWriter extends MailWriter {
  override readonly kinds = [
    'verification',
    'password-reset',
    'address-taken',
    'password-changed',
    'account-closed',
    'account-erased',
    'close-account',
  ] as const;

  constructor(
    writers: MailWriters,
    private readonly tokens: MailedTokens,
    private readonly users: Users,
    private readonly mails: AccountMails,
    private readonly layout: MailLayout,
    private readonly clock: Clock,
  ) {
    super();
    writers.add(this);
  }

  override write({ kind, about, tries }: ClaimedMail): Promise<MailDraft | null> {
    return kind === 'password-changed' ? this.writeToOwner(about) : this.writeLink(about, tries === 0);
  }

  /** Nobody is written to whose link is used up or over: it would only lead to a refusal. Nor who got enough mails today. */
  private async writeLink(id: string, isFirstTry: boolean): Promise<MailDraft | null> {
    const link = await this.tokens.ofId(id);
    if (!link?.email || link.usedAt !== null || link.expiresAt <= this.clock.now()) return null;
    const user = link.userId === null ? await this.users.withEmail(link.email) : await this.users.withId(link.userId);
    if (link.kind === 'account-closed') return user && { ...this.accountClosed(greetingBy(user.username)), to: link.email };
    if (link.kind === 'account-erased') return { ...this.accountErased(), to: link.email };
    if (!user || user.closedAt !== null || (link.kind === 'verification' && isVerified(user, link.email))) return null;
    const to = { email: link.email, userId: user.id, isConfirmed: isVerified(user, link.email) };
    if (isFirstTry && !(await this.mails.mayLeave(link.kind, to))) return null;
    if (link.userId === null) await this.tokens.give(link.id, user.id);
    return { ...this.sheet(link.kind, greetingOf(user, link.email), this.tokens.plain(link.id)), to: link.email };
  }

  /** An address that nobody has confirmed may be a stranger's, whom the account does not concern. */
  private async writeToOwner(userId: string): Promise<MailDraft | null> {
    const user = await this.users.withId(userId);
    if (!user?.email || user.emailVerifiedAt === null) return null;
    // The account's name may have been chosen by somebody else.
    const draft = user.passwordHash === null ? this.passwordRemoved() : this.passwordChanged(greetingOf(user, user.email));
    return { ...draft, to: user.email };
  }

  override async recipientOf({ kind, about }: PlannedMail) {
    const owner = kind === 'password-changed' ? await this.users.withId(about) : await this.tokens.ofId(about);
    return owner && { address: owner.email, orderNumber: null };
  }

  override samples(untrusted = 'Ada') {
    const greeting = greetingBy(untrusted);
    const draft = (kind: MailedTokenKind) => ({ ...this.sheet(kind, greeting, 'sample'), to: 'ada@example.com' });
    return [
      { name: 'verification', kind: 'verification', draft: draft('verification') },
      { name: 'password-reset', kind: 'password-reset', draft: draft('reset') },
      { name: 'address-taken', kind: 'address-taken', draft: draft('taken-address') },
      { name: 'password-changed', kind: 'password-changed', draft: { ...this.passwordChanged(greeting), to: 'ada@example.com' } },
      { name: 'password-removed', kind: 'password-changed', draft: { ...this.passwordRemoved(), to: 'ada@example.com' } },
      { name: 'account-closed', kind: 'account-closed', draft: draft('account-closed') },
      { name: 'account-erased', kind: 'account-erased', draft: draft('account-erased') },
      { name: 'close-account', kind: 'close-account', draft: draft('close-account') },
    ] as const;
  }

  private sheet(kind: MailedTokenKind, greeting: string, token: string): Omit<MailDraft, 'to'> {
    if (kind === 'verification') return this.verification(greeting, token);
    if (kind === 'reset') return this.reset(greeting, token);
    if (kind === 'close-account') return this.closeAccount(greeting, token);
    if (kind === 'account-erased') return this.accountErased();
    return kind === 'account-closed' ? this.accountClosed(greeting) : this.taken(greeting);
  }

  private verification(greeting: string, token: string): Omit<MailDraft, 'to'> {
    return this.layout.compose({
      subject: 'Please confirm your e-mail address',
      title: 'Confirm your e-mail address',
      preheader: 'One click, and your account is complete.',
      parts: [
        paragraph(greeting),
        paragraph('You signed up with this address. Confirm that it is yours, and orders that were placed with it show in your account.'),
        button('Confirm my address', this.layout.link(`/auth/verify/${token}`)),
        smallPrint(`The link works once, for ${VERIFICATION_LINK_HOURS} hours.`),
        smallPrint('You did not sign up? Then leave the link alone: it would let the person who did see orders placed with your address.'),
      ],
    });
  }

  private reset(greeting: string, token: string): Omit<MailDraft, 'to'> {
    return this.layout.compose({
      subject: 'Choose a new password',
      title: 'Choose a new password',
      preheader: `The link works once, for ${RESET_LINK_MINUTES} minutes.`,
      parts: [
        paragraph(greeting),
        paragraph('Somebody, hopefully you, asked for a new password for your account.'),
        button('Choose a new password', this.layout.link(`/auth/reset/${token}`)),
        smallPrint(`The link works once, for ${RESET_LINK_MINUTES} minutes. A new password logs out every device.`),
        smallPrint('It was not you? Then do nothing: your password stays as it is.'),
      ],
    });
  }

  private taken(greeting: string): Omit<MailDraft, 'to'> {
    return this.layout.compose({
      subject: 'Somebody tried to sign up with your address',
      title: 'You have an account already',
      preheader: 'Somebody tried to sign up with your address.',
      parts: [
        paragraph(greeting),
        paragraph('Somebody tried to sign up with your address. You have an account here already, so no other was made.'),
        paragraph('If it was you, just log in. If you have forgotten your password, or never chose one, ask for a new one.'),
        button('Log in', this.layout.link('/auth/login')),
        sideLink('Choose a new password', this.layout.link('/auth/forgot')),
        smallPrint('If it was not you, there is nothing to do: nobody got into your account.'),
      ],
    });
  }

  private accountClosed(greeting: string): Omit<MailDraft, 'to'> {
    return this.layout.compose({
      subject: 'Your account was closed',
      title: 'Your account was closed',
      preheader: 'Nobody can log in to it any more.',
      parts: [
        paragraph(greeting),
        paragraph('Your account here was closed: nobody can log in to it any more, and its address and wishlist were removed.'),
        paragraph('The mails about your orders stay good: the links in them still open the orders and their keys.'),
        paragraph('If you did not ask for it, please write to us.'),
        button('Contact us', this.layout.link('/contact')),
      ],
    });
  }

  private accountErased(): Omit<MailDraft, 'to'> {
    return this.layout.compose({
      subject: 'Your account was closed and your data erased',
      title: 'Your account was closed',
      preheader: 'Your data was erased.',
      parts: [
        paragraph('Hello,'),
        paragraph('Your account here was closed, and what we stored about you was erased. This is the last mail.'),
        paragraph(
          'Of your orders, amounts, dates and country stay for accounting, without your name. Links to their keys open nothing any more.',
        ),
        smallPrint('If you did not ask for it, please write to us.'),
      ],
    });
  }

  private closeAccount(greeting: string, token: string): Omit<MailDraft, 'to'> {
    return this.layout.compose({
      subject: 'Confirm that your account is to be closed',
      title: 'Close your account?',
      preheader: 'It cannot be opened again.',
      parts: [
        paragraph(greeting),
        paragraph(
          'Somebody who is logged in to your account, hopefully you, asked to close it. That erases your data and ends access to your keys.',
        ),
        button('Close my account', this.layout.link(`/privacy/close/${token}`)),
        smallPrint(`The link works once, for ${SINGLE_USE_LINK_MINUTES} minutes.`),
        smallPrint('It was not you? Then leave the link alone, and log out on all devices in your account.'),
      ],
    });
  }

  private passwordChanged(greeting: string): Omit<MailDraft, 'to'> {
    return this.layout.compose({
      subject: 'Your password was changed',
      title: 'Your password was changed',
      preheader: 'If it was not you, choose a new one now.',
      parts: [
        paragraph(greeting),
        paragraph('The password of your account was changed just now, and every other device was logged out.'),
        paragraph('If it was you, there is nothing to do. If it was not, choose a new password at once: that ends every login again.'),
        button('It was not me', this.layout.link('/auth/forgot')),
      ],
    });
  }

  private passwordRemoved(): Omit<MailDraft, 'to'> {
    return this.layout.compose({
      subject: 'Your password was removed',
      title: 'Your password was removed',
      preheader: 'Log in as you did just now, or choose a new password.',
      parts: [
        paragraph(greetingBy('')),
        paragraph('You logged in by another site, which knows this address as yours. Here nobody had confirmed it yet.'),
        paragraph('Somebody else could have chosen the password of this account: it was removed, and every other device was logged out.'),
        paragraph('You can go on to log in by that site. To log in with a password as well, choose a new one.'),
        button('Choose a new password', this.layout.link('/auth/forgot')),
      ],
    });
  }
}

/**
 * By name only where the address is known to be that of who chose the name: anybody may sign up with somebody else's address,
 * and the shop's mails are no place for a stranger's words.
 */
function greetingOf(user: User, to: string): string {
  return greetingBy(isVerified(user, to) ? user.username : '');
}

function greetingBy(name: string): string {
  return name === '' ? 'Hello,' : `Hello${commaName(name).slice(1)},`;
}

function isVerified(user: User, email: string): boolean {
  return user.email === email && user.emailVerifiedAt !== null;
}
