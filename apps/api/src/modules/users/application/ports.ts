import type { User } from '../domain/user.ts';

export abstract class Users {
  /** @throws AddressTaken */
  abstract add(user: User): Promise<void>;
  /** Adds the user unless the address has an account. Returns the user who has it now, with as many queries in both cases. */
  abstract addUnlessTaken(user: User & { email: string }): Promise<User>;
  /** @throws AddressTaken */
  abstract save(user: User): Promise<void>;
  abstract withEmail(email: string): Promise<User | null>;
  abstract withId(id: string): Promise<User | null>;
  /** Locks the user until the transaction ends. */
  abstract forUpdate(id: string): Promise<User | null>;
}

export abstract class Passwords {
  /** A salted hash with its algorithm and cost. */
  abstract hash(password: string): Promise<string>;
  /** Takes the same time whatever the result; a null hash (unknown account) never matches. */
  abstract isRight(password: string, hash: string | null): Promise<boolean>;
}

export abstract class CommonPasswords {
  /** Whether this word, in lower case, is a common password of leaks. */
  abstract has(word: string): boolean;
}

export interface TokenContent {
  readonly userId: string;
  readonly version: number;
}

export interface IssuedToken extends TokenContent {
  /** Unique per token. */
  readonly id: string;
  readonly expiresAt: Date;
}

/** How long a login is valid. */
export const TOKEN_LIFETIME_SECONDS = 86_400;
const FRESH_LOGIN_MS = 10 * 60_000;

/** When its login was. */
export function startOf({ expiresAt }: IssuedToken): Date {
  return new Date(expiresAt.getTime() - TOKEN_LIFETIME_SECONDS * 1000);
}

/** A login of the last ten minutes proves the owner where there is no password to ask for. */
export function isFreshLogin(token: IssuedToken, now: Date): boolean {
  return startOf(token).getTime() >= now.getTime() - FRESH_LOGIN_MS;
}

export abstract class Tokens {
  /** A token, valid for one day. `id` is unique: it names the session. */
  abstract issue(content: TokenContent, id: string): Promise<string>;
}

/**
 * `account-closed` and `account-erased` open nothing: they store the former address of the account until its mail was sent. `personal-data`
 * needs no account: it opens what is stored about an address.
 */
export type MailedTokenKind =
  'verification' | 'reset' | 'taken-address' | 'account-closed' | 'account-erased' | 'close-account' | 'personal-data';

/** A link in a mail. Its plain token is derived from the id when needed and exists only in the mail. */
export interface MailedToken {
  readonly id: string;
  readonly kind: MailedTokenKind;
  /** Null until the mail is written, for the account that has the address then; stays null for an unknown address. */
  readonly userId: string | null;
  readonly email: string | null;
  readonly expiresAt: Date;
  readonly usedAt: Date | null;
}

export abstract class MailedTokens {
  abstract add(token: Omit<MailedToken, 'usedAt'>): Promise<void>;
  abstract ofId(id: string): Promise<MailedToken | null>;
  /** By the plain token, valid or not. */
  abstract opened(kind: MailedTokenKind, token: string): Promise<MailedToken | null>;
  /** True for the first caller only. */
  abstract use(id: string): Promise<boolean>;
  /** By the plain token, which is used up; null for one that is unknown, used or over. */
  abstract openOnce(kind: MailedTokenKind, token: string): Promise<MailedToken | null>;
  /** Assigns a link to its account. */
  abstract give(id: string, userId: string): Promise<void>;
  /** Invalidates the remaining links of this kind to `email`, assigned to an account or not. */
  abstract endAll(email: string, kind: MailedTokenKind): Promise<void>;
  /** The plain token: unguessable, safe in addresses, the same each time. */
  abstract plain(id: string): string;
}

export const PROVIDERS = ['google', 'facebook', 'steam'] as const;
export type Provider = (typeof PROVIDERS)[number];

export interface LinkedLogin {
  readonly provider: Provider;
  readonly linkedAt: Date;
}

/** Social identities and their accounts. */
export abstract class Identities {
  /** Of an account, oldest first: one for each site, of which it may have several identities. */
  abstract ofUser(userId: string): Promise<LinkedLogin[]>;
  abstract ownerOf(provider: Provider, providerId: string): Promise<string | null>;
  /** Whether an account that still exists unlinked it, whichever account it opened since. */
  abstract wasUnlinked(provider: Provider, providerId: string): Promise<boolean>;
  /** Also one that was unlinked. False if it was linked concurrently. */
  abstract link(provider: Provider, providerId: string, userId: string): Promise<boolean>;
  /** Unlinks, and remembers, the identities that an account has at one site. False if there was none. */
  abstract unlink(provider: Provider, userId: string): Promise<boolean>;
  /** Removes all identities of an account: a login by one of them creates another account. What it had unlinked stays known. */
  abstract unlinkAll(userId: string): Promise<void>;
}

/** Accounts that staff closed, by the address that each had. */
export abstract class ClosedAddresses {
  /** Keeps a keyed hash of the address, and nothing that names it. */
  abstract note(userId: string, email: string): Promise<void>;
  /** The accounts that had one of these addresses. */
  abstract accountsOf(emails: readonly string[]): Promise<string[]>;
}

/** The shop's own ids of products, newest first. */
export abstract class Wishlists {
  abstract ofUser(userId: string): Promise<string[]>;
  /** Removes `removed`, adds `added` at the front in their order, and keeps the newest `most`. */
  abstract change(userId: string, change: { added: readonly string[]; removed: readonly string[]; most: number }): Promise<void>;
}
