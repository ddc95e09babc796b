import { Injectable } from '@nestjs/common';
import { SingleUse } from '../../../shared/ports.ts';
import { NotLoggedIn } from '../domain/account-errors.ts';
import { type IssuedToken, Users } from './ports.ts';

/** Who asks, as other modules see it. */
export interface Identity {
  readonly id: string;
  /** Null where another site vouches for the person and tells no address. */
  readonly email: string | null;
  /** The address, once the person has shown to own it: what was ordered with it belongs to this account. */
  readonly verifiedEmail: string | null;
  readonly username: string;
  readonly lastname: string;
  readonly isEmailVerified: boolean;
  /** False: logs in by another site only. */
  readonly hasPassword: boolean;
}

@Injectable()
export class Authenticate {
  constructor(
    private readonly users: Users,
    private readonly ended: SingleUse,
  ) {}

  /** The user of a token whose form and age are good. @throws NotLoggedIn for one that was revoked or ended, or whose account is gone. */
  async run(token: IssuedToken): Promise<Identity> {
    const user = await this.users.withId(token.userId);
    if (user?.tokenVersion !== token.version || (await this.ended.isNoted(endOf(token)))) throw new NotLoggedIn();
    const isEmailVerified = user.email !== null && user.emailVerifiedAt !== null;
    return {
      id: user.id,
      email: user.email,
      verifiedEmail: isEmailVerified ? user.email : null,
      username: user.username,
      lastname: user.lastname,
      isEmailVerified,
      hasPassword: user.passwordHash !== null,
    };
  }

  /** Ends this one token, for every process of the shop; others of the account stay. @throws NotLoggedIn for one that was ended before. */
  async end(token: IssuedToken): Promise<void> {
    if (!(await this.ended.note(endOf(token), token.expiresAt))) throw new NotLoggedIn();
  }
}

/** Noted for as long as the token would live. */
function endOf({ id }: IssuedToken): string {
  return `ended login ${id}`;
}
