import { Injectable } from '@nestjs/common';
import type { Place } from '../../../shared/place.ts';
import { Clock, SingleUse } from '../../../shared/ports.ts';
import { NotLoggedIn } from '../domain/account-errors.ts';
import { AuthTrail } from './auth-trail.ts';
import { type IssuedToken, startOf, Users } from './ports.ts';
import { endOfToken, LongestIdle, Sessions } from './sessions.ts';

/** How exactly "last seen" is known, in milliseconds: calls in between write nothing. */
const SEEN_EVERY_MS = 5 * 60_000;
/** Sessions whose last write this process remembers. Of those that it forgets it writes sooner. */
const MOST_REMEMBERED = 20_000;

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
  /** When this process last wrote that a session was seen, by its id; the oldest write first. */
  private readonly written = new Map<string, number>();

  constructor(
    private readonly users: Users,
    private readonly ended: SingleUse,
    private readonly sessions: Sessions,
    private readonly trail: AuthTrail,
    private readonly clock: Clock,
    private readonly idle: LongestIdle,
  ) {}

  /**
   * The user of a token whose signature and age are valid. `place` is asked when the session is next written. @throws NotLoggedIn if it was
   * revoked or ended, was not used for too long, or its account does not exist.
   */
  async run(token: IssuedToken, place: () => Place): Promise<Identity> {
    const user = await this.users.withId(token.userId);
    const isOpen = user?.closedAt === null && user.tokenVersion === token.version;
    if (!isOpen || (await this.ended.isNoted(endOfToken(token.id)))) throw new NotLoggedIn();
    await this.see(token, place);
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
    if (!(await this.ended.note(endOfToken(token.id), token.expiresAt))) throw new NotLoggedIn();
    await this.sessions.end(token.userId, token.id, this.clock.now());
    await this.trail.record({ userId: token.userId, event: 'logout', method: 'session', ...place });
  }

  private async see(token: IssuedToken, place: () => Place): Promise<void> {
    const { id, userId, version, expiresAt } = token;
    const now = this.clock.now();
    const before = this.written.get(id);
    if (before !== undefined && now.getTime() - before < SEEN_EVERY_MS) return;
    const seen = { id, userId, version, startedAt: startOf(token), seenAt: now, expiresAt, ...place() };
    if (await this.sessions.see(seen, this.idle.before(now))) return this.remember(id, now);
    const wasOpen = (await this.sessions.end(userId, id, now)) !== null;
    await this.ended.note(endOfToken(id), expiresAt);
    if (wasOpen) await this.trail.record({ userId, event: 'session-end', method: 'session', ...place() });
    throw new NotLoggedIn();
  }

  /** Only once it is written: calls at the same time must not pass before it is known whether the session is still open. */
  private remember(id: string, now: Date): void {
    this.written.delete(id);
    this.written.set(id, now.getTime());
    const [oldest] = this.written.keys();
    if (this.written.size > MOST_REMEMBERED && oldest !== undefined) this.written.delete(oldest);
  }
}
