import { Injectable } from '@nestjs/common';
import { type ExportedData, type Person, PersonalData } from '../../../shared/personal-data.ts';
import type { Place } from '../../../shared/place.ts';
import { Transaction } from '../../../shared/ports.ts';
import { AccountMails, ConfirmOwner, type Identity, type IssuedToken, MailedTokens, type User, Users } from '../../users/index.ts';
import { PrivacyLinkInvalid } from '../domain/privacy-errors.ts';
import { ErasePerson } from './erase-person.ts';

/** What people do with their own data: download it, and close their account. */
@Injectable()
export class OwnData {
  constructor(
    private readonly data: PersonalData,
    private readonly erase: ErasePerson,
    private readonly owner: ConfirmOwner,
    private readonly users: Users,
    private readonly links: MailedTokens,
    private readonly mails: AccountMails,
    private readonly transaction: Transaction,
  ) {}

  /** What is stored about a user: of the account, and of its address once that is verified. */
  ofUser({ id, verifiedEmail }: Identity): Promise<ExportedData> {
    return this.data.export(personOf(id, verifiedEmail));
  }

  /** Mails a link to the address if anything is stored about it. The answer is the same, and takes the same time. */
  async askForLink(email: string): Promise<void> {
    await this.transaction.run(() => this.mails.toOwner('personal-data', email.trim().toLowerCase()));
  }

  /** What is stored about the address of a link, once. @throws PrivacyLinkInvalid */
  async ofLink(token: string): Promise<ExportedData> {
    const link = await this.links.openOnce('personal-data', token);
    if (link === null || link.email === null) throw new PrivacyLinkInvalid();
    return this.data.export(await this.personWith(link.email));
  }

  /** Whether anything is stored about the owner of this mailbox, other than the request for this link. */
  async isKnown(email: string): Promise<boolean> {
    const { mailedLinks: _links, mails: _mails, leftOut: _leftOut, ...more } = await this.data.export(await this.personWith(email));
    return Object.keys(more).length > 0;
  }

  /**
   * Closes the account and erases the person. An account with a password asks for it; another gets a link by mail, and `closed` is false;
   * one without address must have logged in a moment ago. @throws CurrentPasswordWrong, TooManyWrongPasswords, LoginNotFresh, ErasureBlocked
   */
  async close(user: Identity, token: IssuedToken, password: string, place: Place): Promise<{ closed: boolean }> {
    if (!user.hasPassword && user.email !== null) {
      await this.owner.mailLink({ userId: user.id, email: user.email });
      return { closed: false };
    }
    await this.owner.prove(user, { password, token }, place);
    await this.eraseAccount(user.id, user.verifiedEmail, token.version);
    return { closed: true };
  }

  /** By the link of that mail, once. @throws PrivacyLinkInvalid, ErasureBlocked */
  async closeByLink(token: string): Promise<void> {
    const user = await this.owner.byLink(token);
    if (user === null || user.closedAt !== null) throw new PrivacyLinkInvalid();
    await this.eraseAccount(user.id, verifiedEmailOf(user), user.tokenVersion);
  }

  private async eraseAccount(userId: string, verifiedEmail: string | null, loginVersion: number): Promise<void> {
    const tell = async () => {
      if (verifiedEmail !== null) await this.mails.toAccount('account-erased', { userId, email: verifiedEmail });
    };
    await this.erase.run(personOf(userId, verifiedEmail), 'owner', tell, loginVersion);
  }

  /** With the account of the address, if that is verified: another may have been made by somebody else. */
  private async personWith(email: string): Promise<Person> {
    const user = await this.users.withEmail(email);
    return { accountId: user !== null && verifiedEmailOf(user) !== null ? user.id : null, emails: [email] };
  }
}

function personOf(accountId: string, verifiedEmail: string | null): Person {
  return { accountId, emails: verifiedEmail === null ? [] : [verifiedEmail] };
}

function verifiedEmailOf({ email, emailVerifiedAt }: User): string | null {
  return emailVerifiedAt === null ? null : email;
}
