import type { ExpiringRows } from '../../../platform/scheduler/retention.ts';

export const EXPIRING: readonly ExpiringRows[] = [
  { afterDays: 7, statement: `delete from newsletter_token where purpose = 'confirm' and created_at < ?` },
  // Never confirmed: nothing may be sent there, so the address is not needed. Refusals are stored for ever.
  { afterDays: 90, statement: `delete from newsletter_subscription where state = 'pending' and asked_at < ?` },
];
