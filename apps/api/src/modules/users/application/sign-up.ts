import { Injectable } from '@nestjs/common';
import { Clock, Ids, Transaction } from '../../../shared/ports.ts';
import { WeakPassword } from '../domain/account-errors.ts';
import { isGuessable } from '../domain/guessable.ts';
import { normalEmail, User } from '../domain/user.ts';
import { AccountMails } from './account-mails.ts';
import { CommonPasswords, Passwords, Users } from './ports.ts';

export interface NewAccount {
  readonly username: string;
  readonly lastname: string;
  readonly email: string;
  readonly password: string;
}

@Injectable()
export class SignUp {
  constructor(
    private readonly users: Users,
    private readonly passwords: Passwords,
    private readonly common: CommonPasswords,
    private readonly mails: AccountMails,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /**
   * Same answer and timing for a taken address; its owner is notified by mail. Returns the new id, or a random one. @throws WeakPassword
   */
  async run({ password, ...account }: NewAccount): Promise<string> {
    const email = normalEmail(account.email);
    if (isGuessable(password, [email, account.username, account.lastname], (word) => this.common.has(word)))
      throw new WeakPassword('password');
    const passwordHash = await this.passwords.hash(password);
    return this.transaction.run(async () => {
      const draft = new User({
        ...account,
        id: this.ids.next(),
        email,
        passwordHash,
        emailVerifiedAt: null,
        at: this.clock.now(),
        actor: 'signup',
      });
      const user = await this.users.addUnlessTaken(Object.assign(draft, { email }));
      const isNew = user.id === draft.id;
      await this.mails.welcome({ email, userId: draft.id, isNew });
      await this.mails.toAccount(isNew ? 'verification' : 'taken-address', { userId: user.id, email });
      return draft.id;
    });
  }
}
