import type { ExpiringRows } from '../../../platform/scheduler/personal-data.ts';

export const EXPIRING: readonly ExpiringRows[] = [
  // Who opens an old link is told that it was used.
  { afterDays: 7, statement: 'delete from account_token where expires_at < ?' },
  // Asked for with an address that nobody has.
  { afterDays: 1, statement: 'delete from account_token where user_id is null and expires_at < ?' },
  { afterDays: 90, statement: 'delete from sign_in where at < ?' },
  // At an address that nobody has: noted only to cost as much as the others.
  { afterDays: 1, statement: 'delete from sign_in where user_id is null and at < ?' },
];
