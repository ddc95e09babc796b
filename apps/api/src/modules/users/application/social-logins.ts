import { Injectable } from '@nestjs/common';
import type { Place } from '../../../shared/place.ts';
import { Transaction } from '../../../shared/ports.ts';
import { LastWayIn, NotLoggedIn, SocialLoginNotFound } from '../domain/account-errors.ts';
import { AuthTrail } from './auth-trail.ts';
import { ConfirmOwner, type Proof } from './confirm-owner.ts';
import { OwnSessions } from './sessions.ts';
import { Identities, type LinkedLogin, type Provider, Users } from './ports.ts';

/** Sites by which a user can log in. */
@Injectable()
export class SocialLogins {
  constructor(
    private readonly users: Users,
    private readonly identities: Identities,
    private readonly owner: ConfirmOwner,
    private readonly trail: AuthTrail,
    private readonly sessions: OwnSessions,
    private readonly transaction: Transaction,
  ) {}

  /** One for each site, oldest first. */
  list(userId: string): Promise<LinkedLogin[]> {
    return this.identities.ofUser(userId);
  }

  /**
   * From then on a login by this site opens another account, and every other login of this one has ended: it may have come by the site. An
   * account with a password asks for it; another must have logged in a moment ago.
   * @throws CurrentPasswordWrong, TooManyWrongPasswords, LoginNotFresh, SocialLoginNotFound; LastWayIn: nobody could log in any more
   */
  async unlink(
    { id: userId, hasPassword }: { id: string; hasPassword: boolean },
    input: Proof & { readonly provider: Provider },
    place: Place,
  ): Promise<void> {
    await this.owner.prove({ id: userId, hasPassword }, input, place);
    await this.transaction.run(async () => {
      // Two at a time could each take the other for the way that remains.
      const user = await this.users.forUpdate(userId);
      if (!user) throw new NotLoggedIn();
      const isOnlyOne = (await this.list(userId)).every(({ provider }) => provider === input.provider);
      if (!(await this.identities.unlink(input.provider, userId))) throw new SocialLoginNotFound();
      if (isOnlyOne && user.passwordHash === null) throw new LastWayIn(user.email !== null);
      await this.trail.record({ userId, event: 'unlink', method: input.provider, ...place });
      await this.sessions.endOthers(input.token, place);
    });
  }
}
