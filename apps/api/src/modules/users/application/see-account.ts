import { Injectable } from '@nestjs/common';
import { Throttle } from '../../../shared/ports.ts';
import { AccountNotFound } from '../domain/account-errors.ts';
import { AccountReads, type AccountRecord } from './account-reads.ts';
import { type AuthEntry, AuthTrail } from './auth-trail.ts';
import { failedLoginsOf, FREE_FAILURES, MOST_WRONG_CURRENT_PASSWORDS, wrongPasswordsOf } from './login-limits.ts';

const SIGN_INS_SHOWN = 50;

/** Locks by wrong passwords. Windows last 15 minutes from the first one. */
export interface AccountLock {
  /** Counted login attempts, including those stopped by a captcha; reset by a successful login. */
  readonly failedLogins: number;
  /** The next login from any network needs a captcha. A network that tried many accounts needs one in any case. */
  readonly isCaptchaNeeded: boolean;
  /** Changing the password is refused: too many wrong current ones. */
  readonly isPasswordChangeLocked: boolean;
  /** Seconds until all counters are reset; 0 if nothing is counted. */
  readonly endsInSeconds: number;
}

export interface SeenAccount {
  readonly account: AccountRecord;
  readonly lock: AccountLock;
  /** Newest first, at most 50. */
  readonly signIns: readonly AuthEntry[];
}

@Injectable()
export class SeeAccount {
  constructor(
    private readonly accounts: AccountReads,
    private readonly trail: AuthTrail,
    private readonly throttle: Throttle,
  ) {}

  /** @throws AccountNotFound */
  async run(id: string): Promise<SeenAccount> {
    const account = await this.accounts.find(id);
    if (!account) throw new AccountNotFound();
    return { account, lock: await this.lockOf(account), signIns: await this.trail.ofUser(id, SIGN_INS_SHOWN) };
  }

  private async lockOf({ id, email }: AccountRecord): Promise<AccountLock> {
    const logins = email === null ? { hits: 0, endsInSeconds: 0 } : await this.throttle.counted(failedLoginsOf(email));
    const changes = await this.throttle.counted(wrongPasswordsOf(id));
    return {
      failedLogins: logins.hits,
      isCaptchaNeeded: logins.hits >= FREE_FAILURES,
      isPasswordChangeLocked: changes.hits >= MOST_WRONG_CURRENT_PASSWORDS,
      endsInSeconds: Math.max(logins.endsInSeconds, changes.endsInSeconds),
    };
  }
}
