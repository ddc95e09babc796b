import type { User } from '../domain/user.ts';

export abstract class Users {
  /** @throws AddressTaken */
  abstract add(user: User): Promise<void>;
  /** Adds the user unless the address has an account. Answers whoever has it now; as many queries either way. */
  abstract addUnlessTaken(user: User & { email: string }): Promise<User>;
  /** @throws AddressTaken */
  abstract save(user: User): Promise<void>;
  abstract withEmail(email: string): Promise<User | null>;
  abstract withId(id: string): Promise<User | null>;
  /** Locks the user until the transaction ends. */
  abstract forUpdate(id: string): Promise<User | null>;
}

export abstract class Passwords {
  /** A hash that tells its own algorithm and cost; another one each time. */
  abstract hash(password: string): Promise<string>;
  /** Costs the same whatever the answer; a null hash is an unknown account and is never right. */
  abstract isRight(password: string, hash: string | null): Promise<boolean>;
}

export abstract class CommonPasswords {
  /** Whether lists of leaked passwords have this word, in lower case, near their top. */
  abstract has(word: string): boolean;
}

export interface TokenContent {
  readonly userId: string;
  readonly version: number;
}

export interface IssuedToken extends TokenContent {
  /** No other token has it. */
  readonly id: string;
  readonly expiresAt: Date;
}

export abstract class Tokens {
  /** A token that lives one day, another one each time. */
  abstract issue(content: TokenContent): Promise<string>;
}

/** `account-closed` opens nothing: it keeps the address that the account no longer has until its mail has left. */
export type MailedTokenKind = 'verification' | 'reset' | 'taken-address' | 'account-closed';

/** What a link in a mail opens. Its plain token is made from the id when it is needed and stands nowhere but in the mail. */
export interface MailedToken {
  readonly id: string;
  readonly kind: MailedTokenKind;
  /** Null until the mail is written, where it is for whoever has the address then; for ever, where nobody has. */
  readonly userId: string | null;
  readonly email: string | null;
  readonly expiresAt: Date;
  readonly usedAt: Date | null;
}

export abstract class MailedTokens {
  abstract add(token: Omit<MailedToken, 'usedAt'>): Promise<void>;
  abstract ofId(id: string): Promise<MailedToken | null>;
  /** By the plain token, whether it is still good or not. */
  abstract opened(kind: MailedTokenKind, token: string): Promise<MailedToken | null>;
  /** True for one caller only. */
  abstract use(id: string): Promise<boolean>;
  /** Ties a link to the account that it is for. */
  abstract give(id: string, userId: string): Promise<void>;
  /** Ends what is left of the links of this kind to `email`, tied to an account or not. */
  abstract endAll(email: string, kind: MailedTokenKind): Promise<void>;
  /** The plain token: unguessable, safe in addresses, the same each time. */
  abstract plain(id: string): string;
}

const PROVIDERS = ['google', 'facebook', 'steam'] as const;
export type Provider = (typeof PROVIDERS)[number];

/** How somebody signed in: by password, by the link of the verification mail, or by another site. */
export const SIGN_IN_METHODS = ['password', 'verification-link', ...PROVIDERS] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

export interface SignIn {
  readonly method: SignInMethod;
  /** False: a wrong password. What a captcha stopped is no attempt: no password was looked at. */
  readonly isSuccess: boolean;
  /** An IPv4 address, or the first 64 bits of an IPv6 one. */
  readonly network: string;
  readonly at: Date;
}

/** Sign-ins of the last 90 days (`adapters/personal-data.ts`), for the staff to tell a buyer from a thief. */
export abstract class SignIns {
  /** Notes one now. A null account is an address that nobody has: noted as well, so that the attempt costs the same. */
  abstract note(signIn: Omit<SignIn, 'at'> & { readonly userId: string | null }): Promise<void>;
  /** Newest first. */
  abstract ofUser(userId: string, most: number): Promise<SignIn[]>;
}

/** Accounts at other sites and whose they are. */
export abstract class Identities {
  abstract ownerOf(provider: Provider, providerId: string): Promise<string | null>;
  /** False where somebody has linked it in the meantime. */
  abstract link(provider: Provider, providerId: string, userId: string): Promise<boolean>;
  /** Takes every site from an account: whoever logs in by one of them gets another account. */
  abstract unlinkAll(userId: string): Promise<void>;
}

/** The shop's own ids of products, newest first. */
export abstract class Wishlists {
  abstract ofUser(userId: string): Promise<string[]>;
  /** Takes `removed` out, puts `added` in front in their order, and keeps the newest `most`. */
  abstract change(userId: string, change: { added: readonly string[]; removed: readonly string[]; most: number }): Promise<void>;
}
