import type { ExpiringRows } from '../../../platform/scheduler/retention.ts';

/** `authTrailDays`: how long logins and what concerns them stay. */
export function expiringOfUsers(authTrailDays: number): readonly ExpiringRows[] {
  return [
    // For the message that an old link was used.
    { afterDays: 7, statement: 'delete from account_token where expires_at < ?' },
    // Requested for an address without account.
    { afterDays: 1, statement: 'delete from account_token where user_id is null and expires_at < ?' },
    { afterDays: authTrailDays, statement: 'delete from sign_in where at < ?' },
    // For an address without account: stored only to take the same time.
    { afterDays: 1, statement: 'delete from sign_in where user_id is null and at < ?' },
  ];
}
