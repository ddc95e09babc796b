import type { User } from '../domain/user.ts';

export abstract class Users {
  abstract add(user: User): Promise<void>;
  abstract withEmail(email: string): Promise<User | null>;
  abstract withId(id: string): Promise<User | null>;
}

export abstract class Passwords {
  /** A hash that tells its own algorithm and cost; another one each time. */
  abstract hash(password: string): Promise<string>;
  /** Costs the same whatever the answer; a null hash is an unknown account and is never right. */
  abstract isRight(password: string, hash: string | null): Promise<boolean>;
}

export interface TokenContent {
  readonly userId: string;
  readonly version: number;
}

export abstract class Tokens {
  /** A token that lives one day. */
  abstract issue(content: TokenContent): Promise<string>;
  /** Null for a token that is forged, expired or not one of ours. */
  abstract read(token: string): Promise<TokenContent | null>;
}

export abstract class Throttle {
  /**
   * Counts one more hit in `bucket`. Null while there are at most `most` in `windowMs`,
   * otherwise the whole seconds until the window ends.
   */
  abstract hit(bucket: string, most: number, windowMs: number): Promise<number | null>;
}
