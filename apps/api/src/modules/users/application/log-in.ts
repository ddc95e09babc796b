import { Injectable } from '@nestjs/common';
import type { Place } from '../../../shared/place.ts';
import { CaptchaGate, Throttle } from '../../../shared/ports.ts';
import { LoginRefused } from '../domain/account-errors.ts';
import { normalEmail } from '../domain/user.ts';
import { AuthTrail } from './auth-trail.ts';
import { failedLoginsOf, FREE_FAILURES, GUESS_WINDOW_MS } from './login-limits.ts';
import { Passwords, Users } from './ports.ts';
import { OwnSessions } from './sessions.ts';

@Injectable()
export class LogIn {
  constructor(
    private readonly users: Users,
    private readonly passwords: Passwords,
    private readonly sessions: OwnSessions,
    private readonly throttle: Throttle,
    private readonly captcha: CaptchaGate,
    private readonly trail: AuthTrail,
  ) {}

  /**
   * @throws LoginRefused: the same answer and the same work for an unknown address, an account without a password and a wrong password.
   * The captcha gate's error, if a captcha is required and was not solved.
   * `networks`: what failures of the caller's network and of wider ones count in, each with how many are free.
   */
  async run(
    input: { email: string; password: string; pass: string | null },
    place: Place,
    networks: readonly (readonly [bucket: string, free: number])[],
  ): Promise<{ token: string; username: string }> {
    const email = normalEmail(input.email);
    const account = failedLoginsOf(email);
    // Counted before the check: otherwise concurrent attempts would bypass the limit.
    const waits = [await this.throttle.hit(account, FREE_FAILURES, GUESS_WINDOW_MS, 'account')];
    for (const [network, free] of networks) waits.push(await this.throttle.hit(network, free, GUESS_WINDOW_MS, 'network'));
    if (waits.some((seconds) => seconds !== null)) await this.captcha.spend(input.pass);

    const user = await this.users.withEmail(email);
    const isRight = await this.passwords.isRight(input.password, user?.passwordHash ?? null).catch(async (error: unknown) => {
      // A password that the shop was too busy to look at was no wrong one.
      for (const bucket of [account, ...networks.map(([network]) => network)]) await this.throttle.giveBack(bucket);
      throw error;
    });
    await this.trail.record({ userId: user?.id ?? null, event: isRight ? 'login' : 'failure', method: 'password', ...place });
    if (user === null || !isRight) throw new LoginRefused();
    await this.throttle.forget(account);
    // Failures of the network stay: an attacker may own an account.
    for (const [network] of networks) await this.throttle.giveBack(network);
    return { token: await this.sessions.open(user, place), username: user.username };
  }
}
