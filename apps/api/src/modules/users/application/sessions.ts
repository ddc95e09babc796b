import { Injectable } from '@nestjs/common';
import type { Place } from '../../../shared/place.ts';
import { Clock, Ids, SingleUse, Transaction } from '../../../shared/ports.ts';
import { SessionNotFound } from '../domain/account-errors.ts';
import { AuthTrail } from './auth-trail.ts';
import { type IssuedToken, TOKEN_LIFETIME_SECONDS, Tokens } from './ports.ts';

/** Live logins of one account. One more ends the one that was not seen for the longest time. */
export const MOST_SESSIONS = 50;

/** A login on one device. `network` and `browser` are those of the last time it was seen. */
export interface Session extends Place {
  /** That of its token. */
  readonly id: string;
  readonly userId: string;
  /** Of the user at the login: those of an earlier version ended with it. */
  readonly version: number;
  readonly startedAt: Date;
  readonly seenAt: Date;
  readonly expiresAt: Date;
}

export abstract class Sessions {
  /**
   * Stores when, and from where, a session was seen; adds one that is not known. False, and nothing is stored, for one that was ended, or
   * was last seen before `idleSince`.
   */
  abstract see(session: Session, idleSince?: Date): Promise<boolean>;
  /** Those of this version that have not ended, last seen first. */
  abstract ofUser(userId: string, version: number, now: Date): Promise<Session[]>;
  /** Ends a session of this user. When its token expires; null if the user has no such session, or it has ended. */
  abstract end(userId: string, id: string, now: Date): Promise<Date | null>;
}

/** After how long without a call a login ends. */
export class LongestIdle {
  constructor(private readonly ms: number) {}

  /** A session that was last seen before this has ended. */
  before(now: Date): Date {
    return new Date(now.getTime() - this.ms);
  }
}

/** The name under which the end of a token is stored until it expires: every authenticated call looks for it. */
export function endOfToken(id: string): string {
  return `ended login ${id}`;
}

/** Logins of a user: opened, seen, ended. */
@Injectable()
export class OwnSessions {
  constructor(
    private readonly sessions: Sessions,
    private readonly tokens: Tokens,
    private readonly ended: SingleUse,
    private readonly trail: AuthTrail,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly idle: LongestIdle,
  ) {}

  /** The token of a new login. */
  async open({ id: userId, tokenVersion: version }: { id: string; tokenVersion: number }, place: Place): Promise<string> {
    const id = this.ids.next();
    const now = this.clock.now();
    const expiresAt = new Date(now.getTime() + TOKEN_LIFETIME_SECONDS * 1000);
    await this.sessions.see({ id, userId, version, startedAt: now, seenAt: now, expiresAt, ...place });
    for (const { id: oldest } of (await this.sessions.ofUser(userId, version, now)).slice(MOST_SESSIONS))
      await this.endIfOpen(userId, oldest, place);
    return this.tokens.issue({ userId, version }, id);
  }

  /** Last seen first; without those that are refused when they are next seen. */
  async list(userId: string, version: number): Promise<Session[]> {
    const now = this.clock.now();
    const idleSince = this.idle.before(now);
    return (await this.sessions.ofUser(userId, version, now)).filter(({ seenAt }) => seenAt >= idleSince);
  }

  /** Ends one for all processes, those of the version before included. @throws SessionNotFound */
  async end(userId: string, id: string, place: Place): Promise<void> {
    if (!(await this.endIfOpen(userId, id, place))) throw new SessionNotFound();
  }

  /** Ends every session of the user but the one of this token. */
  async endOthers({ userId, version, id: own }: IssuedToken, place: Place): Promise<void> {
    for (const { id } of await this.sessions.ofUser(userId, version, this.clock.now()))
      if (id !== own) await this.endIfOpen(userId, id, place);
  }

  /** False if the user has no such session, or it has ended: another login or device may end the same one at the same time. */
  private endIfOpen(userId: string, id: string, place: Place): Promise<boolean> {
    return this.transaction.run(async () => {
      const expiresAt = await this.sessions.end(userId, id, this.clock.now());
      if (expiresAt === null || !(await this.ended.note(endOfToken(id), expiresAt))) return false;
      await this.trail.record({ userId, event: 'session-end', method: 'session', ...place });
      return true;
    });
  }
}
