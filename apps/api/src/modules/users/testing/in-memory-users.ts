import { Passwords, Throttle, type TokenContent, Tokens, Users } from '../application/ports.ts';
import { normalEmail, type User } from '../domain/user.ts';

export class InMemoryUsers extends Users {
  readonly users: User[] = [];

  override async add(user: User): Promise<void> {
    if (this.users.some(({ email }) => email === user.email)) throw new Error(`${user.email} is taken.`);
    this.users.push(user);
  }

  override async withEmail(email: string): Promise<User | null> {
    return this.users.find((user) => user.email === normalEmail(email)) ?? null;
  }

  override async withId(id: string): Promise<User | null> {
    return this.users.find((user) => user.id === id) ?? null;
  }
}

/** Hashes by putting a word before; counts how often it worked. */
export class CountingPasswords extends Passwords {
  work = 0;

  override async hash(password: string): Promise<string> {
    return `hash of ${password}`;
  }

  override async isRight(password: string, hash: string | null): Promise<boolean> {
    this.work += 1;
    return hash === `hash of ${password}`;
  }
}

export class PlainTokens extends Tokens {
  override async issue({ userId, version }: TokenContent): Promise<string> {
    return `${userId} ${version}`;
  }

  override async read(token: string): Promise<TokenContent | null> {
    const [userId, version] = token.split(' ');
    return userId && version ? { userId, version: Number(version) } : null;
  }
}

/** Counts for ever; a bucket that is full waits for `waits` seconds. */
export class CountingThrottle extends Throttle {
  readonly hits = new Map<string, number>();
  waits = 60;

  override async hit(bucket: string, most: number): Promise<number | null> {
    const hits = (this.hits.get(bucket) ?? 0) + 1;
    this.hits.set(bucket, hits);
    return hits > most ? this.waits : null;
  }
}
