import { Injectable } from '@nestjs/common';
import type { Place } from '../../../shared/place.ts';
import { Clock, Transaction } from '../../../shared/ports.ts';
import { Turns } from '../../../shared/concurrency/turns.ts';
import { CurrentPasswordWrong, NotLoggedIn, WeakPassword } from '../domain/account-errors.ts';
import { isGuessable } from '../domain/guessable.ts';
import type { User } from '../domain/user.ts';
import { AccountMails } from './account-mails.ts';
import { AuthTrail } from './auth-trail.ts';
import { ConfirmOwner } from './confirm-owner.ts';
import { CommonPasswords, Passwords, Users } from './ports.ts';
import { OwnSessions } from './sessions.ts';

/** Changes of a user to the own account. */
@Injectable()
export class ChangeAccount {
  private readonly turns = new Turns();

  constructor(
    private readonly users: Users,
    private readonly owner: ConfirmOwner,
    private readonly passwords: Passwords,
    private readonly common: CommonPasswords,
    private readonly sessions: OwnSessions,
    private readonly mails: AccountMails,
    private readonly trail: AuthTrail,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  rename(userId: string, name: { username?: string; lastname?: string }): Promise<User> {
    return this.change(userId, (user, now) =>
      user.rename({ username: name.username ?? user.username, lastname: name.lastname ?? user.lastname }, now),
    );
  }

  /**
   * Ends all earlier logins and mailed links, notifies the owner by mail, and returns a new login. @throws CurrentPasswordWrong,
   * TooManyWrongPasswords, WeakPassword
   */
  async changePassword(userId: string, input: { currentPassword: string; newPassword: string }, place: Place): Promise<string> {
    const known = await this.owner.byPassword(userId, input.currentPassword, place);
    if (isGuessable(input.newPassword, [known.email ?? '', known.username, known.lastname], (word) => this.common.has(word)))
      throw new WeakPassword('newPassword');
    const passwordHash = await this.passwords.hash(input.newPassword);
    const user = await this.change(userId, async (locked, now) => {
      // Changed in between, for example by a reset: this call had checked the old password.
      if (locked.passwordHash !== known.passwordHash) throw new CurrentPasswordWrong();
      locked.setPassword(passwordHash, now);
      await this.mails.endLinks(locked);
      await this.mails.notifyPasswordChanged(locked.id);
      await this.trail.record({ userId, event: 'password-change', method: 'password', ...place });
    });
    return this.sessions.open(user, place);
  }

  async logOutEverywhere(userId: string, place: Place): Promise<void> {
    await this.change(userId, async (user, now) => {
      user.endSessions(now);
      await this.trail.record({ userId, event: 'session-end', method: 'session', ...place });
    });
  }

  private change(userId: string, change: (user: User, now: Date) => void | Promise<void>): Promise<User> {
    const write = async () => {
      const user = await this.users.forUpdate(userId);
      // Also while it was waited for: what is written into an erased account would stay.
      if (!user || user.closedAt !== null) throw new NotLoggedIn();
      await change(user, this.clock.now());
      await this.users.save(user);
      return user;
    };
    return this.turns.run(userId, () => this.transaction.run(write));
  }
}
