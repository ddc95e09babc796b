import { Injectable } from '@nestjs/common';
import { NotLoggedIn } from '../domain/user.ts';
import { Tokens, Users } from './ports.ts';

/** Who asks, as other modules see it. */
export interface Identity {
  readonly id: string;
  readonly email: string;
  readonly username: string;
  readonly lastname: string;
  readonly isEmailVerified: boolean;
}

@Injectable()
export class Authenticate {
  constructor(
    private readonly tokens: Tokens,
    private readonly users: Users,
  ) {}

  /** @throws NotLoggedIn for a token that is forged, expired or revoked. */
  async run(token: string): Promise<Identity> {
    const content = await this.tokens.read(token);
    const user = content && (await this.users.withId(content.userId));
    if (!user || user.tokenVersion !== content.version) throw new NotLoggedIn();
    return {
      id: user.id,
      email: user.email,
      username: user.username,
      lastname: user.lastname,
      isEmailVerified: user.emailVerifiedAt !== null,
    };
  }
}
