import type { ExpiringRows } from '../../../platform/scheduler/retention.ts';

export const EXPIRING: readonly ExpiringRows[] = [{ afterDays: 730, statement: 'delete from contact_message where created_at < ?' }];
