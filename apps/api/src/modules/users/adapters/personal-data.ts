import type { ExpiringRows } from '../../../platform/scheduler/retention.ts';

export const EXPIRING: readonly ExpiringRows[] = [
  // For the message that an old link was used.
  { afterDays: 7, statement: 'delete from account_token where expires_at < ?' },
  // Requested for an address without account.
  { afterDays: 1, statement: 'delete from account_token where user_id is null and expires_at < ?' },
  { afterDays: 90, statement: 'delete from sign_in where at < ?' },
  // For an address without account: stored only to take the same time.
  { afterDays: 1, statement: 'delete from sign_in where user_id is null and at < ?' },
];
