import type { ListWindow } from '../../../shared/list-window.ts';
import type { Provider } from './ports.ts';

/** Search of staff. */
export interface AccountFilter {
  /** A part of the address or of "first name last name", in any case, or a whole id. */
  readonly text?: string;
}

/** An account in a list for staff. No password, no token. */
export interface AccountSummary {
  readonly id: string;
  /** Null for a login by another site without a checked address, and once the account is closed. */
  readonly email: string | null;
  readonly username: string;
  readonly lastname: string;
  readonly isEmailVerified: boolean;
  readonly createdAt: Date;
  readonly closedAt: Date | null;
}

export interface AccountRecord extends AccountSummary {
  readonly emailVerifiedAt: Date | null;
  /** When names, address, password or sessions changed last. */
  readonly updatedAt: Date;
  readonly hasPassword: boolean;
  /** Its social login providers. */
  readonly providers: readonly Provider[];
}

/** Accounts for staff. Read-only. */
export abstract class AccountReads {
  /** Newest first; `total` is exact up to the number at which lists stop counting. */
  abstract list(filter: AccountFilter, window: ListWindow): Promise<{ accounts: AccountSummary[]; total: number }>;
  abstract find(id: string): Promise<AccountRecord | null>;
}
