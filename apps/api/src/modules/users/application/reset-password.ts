import { Injectable } from '@nestjs/common';
import type { Place } from '../../../shared/place.ts';
import { CaptchaGate, Clock, Transaction } from '../../../shared/ports.ts';
import { ResetLinkInvalid, WeakPassword } from '../domain/account-errors.ts';
import { isGuessable } from '../domain/guessable.ts';
import { normalEmail } from '../domain/user.ts';
import { AccountMails } from './account-mails.ts';
import { AuthTrail } from './auth-trail.ts';
import { CommonPasswords, type MailedToken, MailedTokens, Passwords, Users } from './ports.ts';

@Injectable()
export class ResetPassword {
  constructor(
    private readonly users: Users,
    private readonly mailed: MailedTokens,
    private readonly passwords: Passwords,
    private readonly common: CommonPasswords,
    private readonly mails: AccountMails,
    private readonly trail: AuthTrail,
    private readonly captcha: CaptchaGate,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  /**
   * Mails a link valid for `RESET_LINK_MINUTES`; same answer and timing for an unknown address, because no account is looked up. An address that
   * was asked for often today needs a captcha. @throws CaptchaGate's error
   */
  async ask(input: { email: string; network: string; pass: string | null }): Promise<void> {
    const email = normalEmail(input.email);
    if (!(await this.mails.mayAskForReset(email, input.network, () => this.captcha.spend(input.pass)))) return;
    await this.transaction.run(() => this.mails.toOwner('reset', email));
  }

  /** The address that the link was mailed to. @throws ResetLinkInvalid */
  async check(otp: string): Promise<string> {
    return (await this.good(otp)).email;
  }

  /**
   * Ends all earlier logins and other mailed links; the owner is notified by mail. The link proves access to the mailbox, so the address
   * counts as verified.
   */
  async run(input: { email: string; otp: string; newPassword: string }, place: Place): Promise<void> {
    const { id, userId, email } = await this.good(input.otp);
    if (email !== normalEmail(input.email)) throw new ResetLinkInvalid();
    if (isGuessable(input.newPassword, [email], (word) => this.common.has(word))) throw new WeakPassword('newPassword');
    const passwordHash = await this.passwords.hash(input.newPassword);
    await this.transaction.run(async () => {
      const user = await this.users.forUpdate(userId);
      if (user?.email !== email || !(await this.mailed.use(id))) throw new ResetLinkInvalid();
      const now = this.clock.now();
      user.setPassword(passwordHash, now);
      user.confirmEmail(email, now);
      await this.users.save(user);
      await this.mails.endLinks(user);
      await this.mails.notifyPasswordChanged(user.id);
      await this.trail.record({ userId, event: 'reset', method: 'reset-link', ...place });
    });
  }

  private async good(otp: string): Promise<MailedToken & { userId: string; email: string }> {
    const link = await this.transaction.run(() => this.mailed.opened('reset', otp));
    const { userId, email } = link ?? {};
    if (!link || !userId || !email || link.usedAt !== null || link.expiresAt <= this.clock.now()) throw new ResetLinkInvalid();
    return { ...link, userId, email };
  }
}
