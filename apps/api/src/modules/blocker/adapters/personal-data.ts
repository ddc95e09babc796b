import type { PersonalRows } from '../../../platform/personal-data/personal-rows.ts';
import type { ExpiringRows } from '../../../platform/scheduler/retention.ts';

export const EXPIRING: readonly ExpiringRows[] = [{ afterDays: 30, statement: 'delete from blocked_buyer where ends_at < ?' }];

/** A block outlives an erasure: otherwise an erasure would lift it. */
export const PERSONAL: readonly PersonalRows[] = [
  {
    name: 'blocks',
    find: `select created_at as "blockedAt", kind, ends_at as "endsAt" from blocked_buyer
      where (kind = 'email' and value = any(:emails)) or (kind = 'account' and value = :account)`,
    erase: [],
  },
];
