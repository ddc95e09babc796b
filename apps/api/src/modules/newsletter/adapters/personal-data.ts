import type { ExpiringRows } from '../../../platform/scheduler/personal-data.ts';

export const EXPIRING: readonly ExpiringRows[] = [
  { afterDays: 7, statement: `delete from newsletter_token where purpose = 'confirm' and created_at < ?` },
  // Never confirmed: nothing may be sent there, so there is nothing to know. Who said no stays known.
  { afterDays: 90, statement: `delete from newsletter_subscription where state = 'pending' and asked_at < ?` },
];
