/** Somebody with an account. Creating one comes with the name of who did it. */
export class User {
  readonly id: string;
  /** Lower case: one address, one account. Null where another site vouches for the person and tells no address that it checked. */
  readonly email: string | null;
  readonly username: string;
  readonly lastname: string;
  /** Null: logs in by another site only. */
  readonly passwordHash: string | null;
  readonly emailVerifiedAt: Date | null;
  /** Tokens carry it: raising it ends all earlier ones. */
  readonly tokenVersion: number;
  /** Since then nobody logs in to it, and it has no address: that may be given to another account. */
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

  /** The person opened a link that was mailed to `email`, or a site that checks addresses vouches for it. A repeat changes nothing. */
  confirmEmail(email: string, at: Date): void {
    if (this.email === email && this.emailVerifiedAt !== null) return;
    Object.assign(this, { email, emailVerifiedAt: at, updatedAt: at } satisfies Partial<User>);
  }

  rename(name: { username: string; lastname: string }, at: Date): void {
    Object.assign(this, { ...name, updatedAt: at } satisfies Partial<User>);
  }

  /** Ends every login given before. */
  setPassword(passwordHash: string, at: Date): void {
    Object.assign(this, { passwordHash, updatedAt: at } satisfies Partial<User>);
    this.endSessions(at);
  }

  /**
   * The owner of the address came by another way than the password, which somebody else may have chosen before the address
   * was checked: that password and its logins are worth nothing from now on. Answers whether there was one.
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

  /** For good. Its orders stay its own; address, password and logins are gone. */
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
