import { Injectable } from '@nestjs/common';
import { SingleUse } from '../../../shared/ports.ts';
import { NotLoggedIn } from '../domain/account-errors.ts';
import type { User } from '../domain/user.ts';
import { type IssuedToken, Tokens, Users } from './ports.ts';

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
    private readonly tokens: Tokens,
    private readonly users: Users,
    private readonly ended: SingleUse,
  ) {}

  /** @throws NotLoggedIn for a token that is forged, expired, revoked or ended. */
  async run(token: string): Promise<Identity> {
    const { user } = await this.good(token);
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

  /** Ends this one token, for every process of the shop; others of the account stay. @throws NotLoggedIn as above. */
  async end(token: string): Promise<void> {
    const { content } = await this.good(token);
    await this.ended.note(endOf(content), content.expiresAt);
  }

  private async good(token: string): Promise<{ content: IssuedToken; user: User }> {
    const content = await this.tokens.read(token);
    const user = content && (await this.users.withId(content.userId));
    if (!user || user.tokenVersion !== content.version || (await this.ended.isNoted(endOf(content)))) throw new NotLoggedIn();
    return { content, user };
  }
}

/** Noted for as long as the token would live. */
function endOf({ id }: IssuedToken): string {
  return `ended login ${id}`;
}
