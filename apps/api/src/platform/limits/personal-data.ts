import type { ExpiringRows } from '../scheduler/retention.ts';

export const EXPIRING: readonly ExpiringRows[] = [
  { afterDays: 0, statement: 'delete from single_use where ends_at < ?' },
  { afterDays: 0, statement: 'delete from rate_limit where ends_at < ?' },
];
