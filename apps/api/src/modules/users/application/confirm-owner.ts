import { Injectable } from '@nestjs/common';
import type { Place } from '../../../shared/place.ts';
import { Clock, Throttle, Transaction } from '../../../shared/ports.ts';
import { CurrentPasswordWrong, LoginNotFresh, TooManyWrongPasswords } from '../domain/account-errors.ts';
import type { User } from '../domain/user.ts';
import { AccountMails } from './account-mails.ts';
import { AuthTrail } from './auth-trail.ts';
import { GUESS_WINDOW_MS, MOST_WRONG_CURRENT_PASSWORDS, wrongPasswordsOf } from './login-limits.ts';
import { type IssuedToken, isFreshLogin, MailedTokens, Passwords, Users } from './ports.ts';

/** What a call gives to prove that its user owns the account. */
export interface Proof {
  /** Empty where none was given. */
  readonly password: string;
  readonly token: IssuedToken;
}

/** Whether the person with a login is the owner of the account: asked once more before what cannot be undone. */
@Injectable()
export class ConfirmOwner {
  constructor(
    private readonly users: Users,
    private readonly passwords: Passwords,
    private readonly tokens: MailedTokens,
    private readonly mails: AccountMails,
    private readonly trail: AuthTrail,
    private readonly throttle: Throttle,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  /**
   * By the password; where the account has none, its login must be fresh. @throws CurrentPasswordWrong, TooManyWrongPasswords, LoginNotFresh
   */
  async prove({ id, hasPassword }: { id: string; hasPassword: boolean }, { password, token }: Proof, place: Place): Promise<void> {
    if (hasPassword) await this.byPassword(id, password, place);
    else if (!isFreshLogin(token, this.clock.now())) throw new LoginNotFresh();
  }

  /** The account, if this is its password. @throws CurrentPasswordWrong, TooManyWrongPasswords */
  async byPassword(userId: string, password: string, place: Place): Promise<User> {
    const guesses = wrongPasswordsOf(userId);
    // Counted before the check: otherwise concurrent attempts would bypass the limit.
    const seconds = await this.throttle.hit(guesses, MOST_WRONG_CURRENT_PASSWORDS, GUESS_WINDOW_MS, 'account');
    if (seconds !== null) throw new TooManyWrongPasswords(seconds);
    const user = await this.users.withId(userId);
    const isRight = await this.passwords.isRight(password, user?.passwordHash ?? null).catch(async (error: unknown) => {
      await this.throttle.giveBack(guesses);
      throw error;
    });
    if (!user || !isRight) {
      await this.trail.record({ userId, event: 'failure', method: 'password', ...place });
      throw new CurrentPasswordWrong();
    }
    await this.throttle.forget(guesses);
    return user;
  }

  /** For an account without a password: mails a link that closes it. */
  async mailLink(account: { userId: string; email: string }): Promise<void> {
    await this.transaction.run(() => this.mails.toAccount('close-account', account));
  }

  /** The account of such a link, which is used up; null for one that is not valid. */
  async byLink(token: string): Promise<User | null> {
    const link = await this.tokens.openOnce('close-account', token);
    return link === null || link.userId === null ? null : this.users.withId(link.userId);
  }
}
