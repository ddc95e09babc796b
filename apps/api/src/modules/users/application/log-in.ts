import { Injectable } from '@nestjs/common';
import { LoginRefused, normalEmail, TooManyLogins } from '../domain/user.ts';
import { Passwords, Throttle, Tokens, Users } from './ports.ts';

const WINDOW_MS = 15 * 60_000;
const MOST_PER_ACCOUNT_AND_NETWORK = 10;
/** A whole office behind one address logs in, a list of stolen passwords does not get far. */
const MOST_PER_NETWORK = 100;
/** From many networks against one account. */
const MOST_PER_ACCOUNT = 50;

@Injectable()
export class LogIn {
  constructor(
    private readonly users: Users,
    private readonly passwords: Passwords,
    private readonly tokens: Tokens,
    private readonly throttle: Throttle,
  ) {}

  /** @throws TooManyLogins, LoginRefused: the same answer and the same work for an unknown address and a wrong password. */
  async run(input: { email: string; password: string; network: string }): Promise<{ token: string; username: string }> {
    const email = normalEmail(input.email);
    await this.checkPace(email, input.network);
    const user = await this.users.withEmail(email);
    const isRight = await this.passwords.isRight(input.password, user?.passwordHash ?? null);
    if (user === null || !isRight) throw new LoginRefused();
    return { token: await this.tokens.issue({ userId: user.id, version: user.tokenVersion }), username: user.username };
  }

  private async checkPace(email: string, network: string): Promise<void> {
    const waits = [
      await this.throttle.hit(`login ${network} ${email}`, MOST_PER_ACCOUNT_AND_NETWORK, WINDOW_MS),
      await this.throttle.hit(`login ${network}`, MOST_PER_NETWORK, WINDOW_MS),
      await this.throttle.hit(`login account ${email}`, MOST_PER_ACCOUNT, WINDOW_MS),
    ].filter((seconds) => seconds !== null);
    if (waits.length > 0) throw new TooManyLogins(Math.max(...waits));
  }
}
