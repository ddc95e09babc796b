import type { ExpiringRows } from '../../../platform/scheduler/retention.ts';

export const EXPIRING: readonly ExpiringRows[] = [{ afterDays: 730, statement: 'delete from staff_note where at < ?' }];
