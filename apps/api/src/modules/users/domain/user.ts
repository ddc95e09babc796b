import { DomainError } from '../../../shared/domain-error.ts';

/** Somebody with an account. Creating one comes with the name of who did it. */
export class User {
  readonly id: string;
  /** Lower case: one address, one account. */
  readonly email: string;
  readonly username: string;
  readonly lastname: string;
  readonly passwordHash: string;
  readonly emailVerifiedAt: Date | null;
  /** Tokens carry it: raising it ends all earlier ones. */
  readonly tokenVersion: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly changedBy: string;

  constructor(init: {
    id: string;
    email: string;
    username: string;
    lastname: string;
    passwordHash: string;
    emailVerifiedAt: Date | null;
    at: Date;
    actor: string;
  }) {
    this.id = init.id;
    this.email = normalEmail(init.email);
    this.username = init.username;
    this.lastname = init.lastname;
    this.passwordHash = init.passwordHash;
    this.emailVerifiedAt = init.emailVerifiedAt;
    this.tokenVersion = 1;
    this.createdAt = init.at;
    this.updatedAt = init.at;
    this.changedBy = init.actor;
  }
}

/** How addresses are compared and stored. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** One sentence for an unknown address and a wrong password alike. */
export class LoginRefused extends DomainError {
  readonly kind = 'unauthenticated';
  override readonly extra = { succes: false };

  constructor() {
    super('The e-mail or the password is wrong.');
  }
}

export class TooManyLogins extends DomainError {
  readonly kind = 'too-many';
  override readonly extra: Readonly<Record<string, unknown>>;

  constructor(retryAfterSeconds: number) {
    super('Too many attempts to log in. Please wait a few minutes and try again.');
    this.extra = { succes: false, retryAfterSeconds };
  }
}

export class NotLoggedIn extends DomainError {
  readonly kind = 'unauthenticated';

  constructor() {
    super('Please log in.');
  }
}
