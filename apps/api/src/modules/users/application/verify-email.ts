import { Injectable } from '@nestjs/common';
import type { Place } from '../../../shared/place.ts';
import { Clock, Transaction } from '../../../shared/ports.ts';
import { AddressTaken } from '../domain/account-errors.ts';
import { normalEmail } from '../domain/user.ts';
import { AccountMails } from './account-mails.ts';
import { AuthTrail } from './auth-trail.ts';
import { MailedTokens, Users } from './ports.ts';
import { OwnSessions } from './sessions.ts';

/**
 * `verified` once per link, with a login; `repeated` if the address is verified already; `stranger`: opened by somebody who did not create
 * the account.
 */
export type Verification =
  { readonly outcome: 'verified'; readonly token: string } | { readonly outcome: 'repeated' | 'invalid' | 'stranger' };

@Injectable()
export class VerifyEmail {
  constructor(
    private readonly users: Users,
    private readonly mailed: MailedTokens,
    private readonly sessions: OwnSessions,
    private readonly trail: AuthTrail,
    private readonly mails: AccountMails,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  /**
   * The link proves access to the mailbox, and `ownAccounts` (signed up or logged in by the same browser) that the same person created the
   * account. Both are needed: otherwise an attacker who signed up with a buyer's address would see the buyer's orders as soon as the buyer,
   * or a mail scanner, opened the link.
   */
  async run(token: string, ownAccounts: readonly (string | null)[], place: Place): Promise<Verification> {
    try {
      return await this.transaction.run(() => this.open(token, ownAccounts, place));
    } catch (error) {
      // Another account has the address by now.
      if (error instanceof AddressTaken) return { outcome: 'invalid' };
      throw error;
    }
  }

  /** Sends another link if there is an account to be verified; same answer and timing if there is none: no account is looked up. */
  async sendAgain(email: string): Promise<void> {
    await this.transaction.run(() => this.mails.toOwner('verification', normalEmail(email)));
  }

  private async open(token: string, ownAccounts: readonly (string | null)[], place: Place): Promise<Verification> {
    const now = this.clock.now();
    const link = await this.mailed.opened('verification', token);
    if (!link?.userId || link.email === null || link.expiresAt <= now) return { outcome: 'invalid' };
    const user = await this.users.forUpdate(link.userId);
    if (!user || user.closedAt !== null) return { outcome: 'invalid' };
    // One login, for the link opened first, however many there are.
    if (user.email === link.email && user.emailVerifiedAt !== null) return { outcome: 'repeated' };
    if (link.usedAt === null && !ownAccounts.includes(user.id)) return { outcome: 'stranger' };
    if (!(await this.mailed.use(link.id))) return { outcome: 'invalid' };
    // An old link does not restore an address that was changed or released since.
    if (user.email !== null && user.email !== link.email) return { outcome: 'invalid' };
    if (user.email === null) await this.mails.welcome({ email: link.email, userId: user.id, isNew: true });
    user.confirmEmail(link.email, now);
    await this.users.save(user);
    await this.trail.record({ userId: user.id, event: 'login', method: 'verification-link', ...place });
    return { outcome: 'verified', token: await this.sessions.open(user, place) };
  }
}
