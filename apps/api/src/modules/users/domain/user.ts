/** Somebody with an account. `by` names who created or changed it. */
export class User {
  readonly id: string;
  /** Lower case: one address, one account. Null for a social login without a verified address. */
  readonly email: string | null;
  readonly username: string;
  readonly lastname: string;
  /** Null: logs in by another site only. */
  readonly passwordHash: string | null;
  readonly emailVerifiedAt: Date | null;
  /** Part of each token: increasing it revokes all earlier ones. */
  readonly tokenVersion: number;
  /** Since then nobody can log in, and it has no address: another account may use that. */
  readonly closedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly changedBy: string;

  constructor(init: {
    id: string;
    email: string | null;
    username: string;
    lastname: string;
    passwordHash: string | null;
    emailVerifiedAt: Date | null;
    at: Date;
    actor: string;
  }) {
    this.id = init.id;
    this.email = init.email === null ? null : normalEmail(init.email);
    this.username = init.username;
    this.lastname = init.lastname;
    this.passwordHash = init.passwordHash;
    this.emailVerifiedAt = init.emailVerifiedAt;
    this.tokenVersion = 1;
    this.closedAt = null;
    this.createdAt = init.at;
    this.updatedAt = init.at;
    this.changedBy = init.actor;
  }

  /** The person opened a link that was mailed to `email`, or a site that verifies addresses confirmed it. Idempotent. */
  confirmEmail(email: string, at: Date): void {
    if (this.email === email && this.emailVerifiedAt !== null) return;
    Object.assign(this, { email, emailVerifiedAt: at, updatedAt: at } satisfies Partial<User>);
  }

  rename(name: { username: string; lastname: string }, at: Date): void {
    Object.assign(this, { ...name, updatedAt: at } satisfies Partial<User>);
  }

  /** Revokes all earlier logins. */
  setPassword(passwordHash: string, at: Date): void {
    Object.assign(this, { passwordHash, updatedAt: at } satisfies Partial<User>);
    this.endSessions(at);
  }

  /**
   * The owner of the address logged in without the password, which somebody else may have chosen before the address was verified: removes
   * the password and revokes its logins. Returns whether there was one.
   */
  takeBack(email: string, at: Date): boolean {
    const losesPassword = this.emailVerifiedAt === null && this.passwordHash !== null;
    if (this.emailVerifiedAt === null) {
      Object.assign(this, { passwordHash: null } satisfies Partial<User>);
      this.endSessions(at);
    }
    this.confirmEmail(email, at);
    return losesPassword;
  }

  /** Permanently. Its orders stay; address, password and logins are removed. */
  close(at: Date): void {
    Object.assign(this, { email: null, emailVerifiedAt: null, passwordHash: null, closedAt: at } satisfies Partial<User>);
    this.endSessions(at);
  }

  endSessions(at: Date): void {
    Object.assign(this, { tokenVersion: this.tokenVersion + 1, updatedAt: at } satisfies Partial<User>);
  }
}

/** How addresses are compared and stored. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase();
}
