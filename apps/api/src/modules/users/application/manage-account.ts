import { Injectable } from '@nestjs/common';
import { Clock, Throttle, Transaction } from '../../../shared/ports.ts';
import { Audit, type StaffAct } from '../../ops/index.ts';
import { AccountClosed, AccountNotFound, AddressMissing, AddressVerified, CloseNotConfirmed } from '../domain/account-errors.ts';
import type { User } from '../domain/user.ts';
import { AccountMails } from './account-mails.ts';
import { AT_THE_SHOP, AuthTrail } from './auth-trail.ts';
import { failedLoginsOf, wrongPasswordsOf } from './login-limits.ts';
import { ClosedAddresses, Identities, Users, Wishlists } from './ports.ts';

/** Changes of staff to an account. Each is in the audit log, without names and addresses. */
@Injectable()
export class ManageAccount {
  constructor(
    private readonly users: Users,
    private readonly identities: Identities,
    private readonly wishlists: Wishlists,
    private readonly closed: ClosedAddresses,
    private readonly mails: AccountMails,
    private readonly trail: AuthTrail,
    private readonly throttle: Throttle,
    private readonly audit: Audit,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  /** Resets failed passwords, so that the next login needs no captcha for this account. @throws AccountNotFound, AccountClosed */
  unlock(id: string, act: StaffAct): Promise<void> {
    return this.act(id, 'customers.unlock', act, async ({ email }) => {
      if (email !== null) await this.throttle.forget(failedLoginsOf(email));
      await this.throttle.forget(wrongPasswordsOf(id));
      return {};
    });
  }

  /**
   * Marks the address as verified, as the link in the mail does: from then on the account has all orders placed with it.
   * @throws AccountNotFound, AccountClosed, AddressMissing, AddressVerified
   */
  verify(id: string, act: StaffAct): Promise<void> {
    return this.act(id, 'customers.verify', act, async (user) => {
      if (user.email === null) throw new AddressMissing();
      if (user.emailVerifiedAt !== null) throw new AddressVerified();
      user.confirmEmail(user.email, this.clock.now());
      return { before: { isEmailVerified: false }, after: { isEmailVerified: true } };
    });
  }

  /** Logs the account out on every device; the password stays. @throws AccountNotFound, AccountClosed */
  endSessions(id: string, act: StaffAct): Promise<void> {
    return this.act(id, 'customers.end-sessions', act, async (user) => {
      user.endSessions(this.clock.now());
      await this.trail.record({ userId: id, event: 'session-end', method: 'staff', ...AT_THE_SHOP });
      return {};
    });
  }

  /**
   * Permanently: nobody can log in any more, and mailed links are invalid. Orders and reviews stay. The address becomes free: the owner of
   * the mailbox can sign up again, and sees its orders once it is verified. Closing does not block a buyer; use the blocklist for that. The
   * owner of a verified address is notified by mail; an unverified one may belong to somebody else.
   * @throws AccountNotFound, AccountClosed, CloseNotConfirmed
   */
  close(id: string, isConfirmed: boolean, act: StaffAct): Promise<void> {
    return this.act(id, 'customers.close', act, async (user) => {
      if (!isConfirmed) throw new CloseNotConfirmed();
      const before = { isEmailVerified: user.emailVerifiedAt !== null, hasPassword: user.passwordHash !== null };
      if (user.email !== null && before.isEmailVerified) {
        await this.mails.toAccount('account-closed', { userId: id, email: user.email });
        await this.closed.note(id, user.email);
      }
      await this.identities.unlinkAll(id);
      await this.wishlists.change(id, { added: [], removed: [], most: 0 });
      user.close(this.clock.now());
      await this.trail.record({ userId: id, event: 'session-end', method: 'staff', ...AT_THE_SHOP });
      return { before };
    });
  }

  private act(
    id: string,
    action: string,
    { by, reason }: StaffAct,
    change: (user: User) => Promise<{ before?: Readonly<Record<string, boolean>>; after?: Readonly<Record<string, boolean>> }>,
  ): Promise<void> {
    return this.transaction.run(async () => {
      const user = await this.users.forUpdate(id);
      if (!user) throw new AccountNotFound();
      if (user.closedAt !== null) throw new AccountClosed();
      const result = await change(user);
      await this.users.save(user);
      await this.audit.record({ by, action, subject: { type: 'customer', id }, reason, ...result });
    });
  }
}
