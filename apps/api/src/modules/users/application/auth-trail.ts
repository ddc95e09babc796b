import type { Place } from '../../../shared/place.ts';
import { PROVIDERS } from './ports.ts';

/**
 * `failure`: a wrong password, of a login or of a change. Attempts stopped by a captcha are not stored: no password was checked. `logout` ends
 * one session, `session-end` others or all.
 */
export const AUTH_EVENTS = ['login', 'failure', 'password-change', 'reset', 'link', 'unlink', 'logout', 'session-end'] as const;
export type AuthEvent = (typeof AUTH_EVENTS)[number];

/** What it was done by: a password, a mailed link, a social login, the session of somebody who is logged in, or a call of the staff. */
export const AUTH_METHODS = ['password', 'verification-link', 'reset-link', ...PROVIDERS, 'session', 'staff'] as const;
export type AuthMethod = (typeof AUTH_METHODS)[number];

/** For acts of the staff: where they sit does not concern the customer, and the audit log has it. */
export const AT_THE_SHOP: Place = { network: '', browser: null };

export interface AuthEntry extends Place {
  readonly event: AuthEvent;
  readonly method: AuthMethod;
  readonly at: Date;
}

/** Logins of accounts and what concerns them, for `KEEP_AUTH_TRAIL_DAYS`: their owners and the staff detect theft by it. */
export abstract class AuthTrail {
  /**
   * Stores an entry now, in the current transaction if there is one. For an unknown address the account is null: stored as well, so that the
   * attempt takes the same time.
   */
  abstract record(entry: Omit<AuthEntry, 'at'> & { readonly userId: string | null }): Promise<void>;
  /** Newest first. */
  abstract ofUser(userId: string, most: number): Promise<AuthEntry[]>;
}
