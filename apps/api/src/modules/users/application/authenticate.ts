import { Injectable } from '@nestjs/common';
import { SingleUse } from '../../../shared/ports.ts';
import { NotLoggedIn } from '../domain/account-errors.ts';
import { AuthTrail, type Place } from './auth-trail.ts';
import { type IssuedToken, Users } from './ports.ts';

/** The user of a call, for other modules. */
export interface Identity {
  readonly id: string;
  /** Null for a social login without an address. */
  readonly email: string | null;
  /** The verified address: orders placed with it belong to this account. */
  readonly verifiedEmail: string | null;
  readonly username: string;
  readonly lastname: string;
  readonly isEmailVerified: boolean;
  /** False: social login only. */
  readonly hasPassword: boolean;
}

@Injectable()
export class Authenticate {
  constructor(
    private readonly users: Users,
    private readonly ended: SingleUse,
    private readonly trail: AuthTrail,
  ) {}

  /**
   * The user of a token whose signature and age are valid. @throws NotLoggedIn if it was revoked or ended, or its account does not exist.
   */
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

  /** Revokes this token in all processes; others of the account stay valid. @throws NotLoggedIn for one that was ended before. */
  async end(token: IssuedToken, place: Place): Promise<void> {
    if (!(await this.ended.note(endOf(token), token.expiresAt))) throw new NotLoggedIn();
    await this.trail.record({ userId: token.userId, event: 'logout', method: 'session', ...place });
  }
}

/** Stored until the token expires. */
function endOf({ id }: IssuedToken): string {
  return `ended login ${id}`;
}
