import type { ExpiringRows } from '../../../platform/scheduler/retention.ts';

export const EXPIRING: readonly ExpiringRows[] = [{ afterDays: 30, statement: 'delete from blocked_buyer where ends_at < ?' }];
