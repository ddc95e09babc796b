import { CaptchaGate } from '../../../shared/ports.ts';
import { type AuthEntry, AuthTrail } from '../application/auth-trail.ts';
import { type IssuedToken, Passwords, type TokenContent, Tokens, Users } from '../application/ports.ts';
import { type Session, Sessions } from '../application/sessions.ts';
import { AddressTaken } from '../domain/account-errors.ts';
import { normalEmail, type User } from '../domain/user.ts';

export class InMemoryUsers extends Users {
  readonly users: User[] = [];

  override add(user: User): Promise<void> {
    return this.save(user);
  }

  override async addUnlessTaken(user: User & { email: string }): Promise<User> {
    const known = await this.withEmail(user.email);
    if (known === null) this.users.push(user);
    return known ?? user;
  }

  override async save(user: User): Promise<void> {
    if (this.users.some(({ id, email }) => id !== user.id && email !== null && email === user.email)) throw new AddressTaken();
    if (!this.users.includes(user)) this.users.push(user);
  }

  override async withEmail(email: string): Promise<User | null> {
    return this.users.find((user) => user.email === normalEmail(email)) ?? null;
  }

  override async withId(id: string): Promise<User | null> {
    return this.users.find((user) => user.id === id) ?? null;
  }

  override forUpdate(id: string): Promise<User | null> {
    return this.withId(id);
  }
}

/** Hashes by a prefix; counts its calls. */
export class CountingPasswords extends Passwords {
  work = 0;

  override async hash(password: string): Promise<string> {
    this.work += 1;
    return `hash of ${password}`;
  }

  override async isRight(password: string, hash: string | null): Promise<boolean> {
    this.work += 1;
    return hash === `hash of ${password}`;
  }
}

/** Newest last in `entries`. */
export class InMemoryAuthTrail extends AuthTrail {
  readonly entries: (Omit<AuthEntry, 'at'> & { readonly userId: string | null })[] = [];

  override async record(entry: Omit<AuthEntry, 'at'> & { readonly userId: string | null }): Promise<void> {
    this.entries.push(entry);
  }

  override async ofUser(id: string, most: number): Promise<AuthEntry[]> {
    const own = this.entries.filter(({ userId }) => userId === id).reverse();
    return own.slice(0, most).map(({ event, method, network, browser }) => ({ event, method, network, browser, at: new Date(0) }));
  }
}

export class InMemorySessions extends Sessions {
  private readonly sessions = new Map<string, Session & { endedAt: Date | null }>();

  override async see(session: Session, idleSince = new Date(0)): Promise<boolean> {
    const known = this.sessions.get(session.id);
    if (known && (known.endedAt !== null || known.seenAt < idleSince)) return false;
    const { seenAt, network, browser } = session;
    this.sessions.set(session.id, known ? { ...known, seenAt, network, browser } : { ...session, endedAt: null });
    return true;
  }

  override async ofUser(userId: string, version: number, now: Date): Promise<Session[]> {
    return [...this.sessions.values()]
      .filter((one) => one.userId === userId && one.version === version && one.endedAt === null && one.expiresAt > now)
      .sort((a, b) => b.seenAt.getTime() - a.seenAt.getTime() || (a.id < b.id ? 1 : -1))
      .map(({ endedAt: _endedAt, ...session }) => session);
  }

  override async end(userId: string, id: string, now: Date): Promise<Date | null> {
    const known = this.sessions.get(id);
    if (known?.userId !== userId || known.endedAt !== null || known.expiresAt <= now) return null;
    known.endedAt = now;
    return known.expiresAt;
  }
}

/** Never old. */
export class PlainTokens extends Tokens {
  override async issue({ userId, version }: TokenContent, id: string): Promise<string> {
    return `${userId} ${version} ${id}`;
  }

  read(token: string): IssuedToken {
    const [userId = '', version, id = ''] = token.split(' ');
    return { id, userId, version: Number(version), expiresAt: new Date('2100-01-01') };
  }
}

/** Accepts the passes of the test, each once. */
export class ListedPasses extends CaptchaGate {
  readonly passes = new Set<string>();

  override async spend(pass: string | null): Promise<void> {
    if (pass === null || !this.passes.delete(pass)) throw new Error('Please verify the captcha.');
  }
}
