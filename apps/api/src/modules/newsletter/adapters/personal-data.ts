import type { PersonalRows } from '../../../platform/personal-data/personal-rows.ts';
import type { ExpiringRows } from '../../../platform/scheduler/retention.ts';

export const EXPIRING: readonly ExpiringRows[] = [
  { afterDays: 7, statement: `delete from newsletter_token where purpose = 'confirm' and created_at < ?` },
  // Never confirmed: nothing may be sent there, so the address is not needed. Refusals are stored for ever.
  { afterDays: 90, statement: `delete from newsletter_subscription where state = 'pending' and asked_at < ?` },
];

export const PERSONAL: readonly PersonalRows[] = [
  {
    name: 'newsletter',
    find: `select email, state, asked_at as "askedAt", asked_from as "askedFrom", confirmed_at as "confirmedAt",
      confirmed_from as "confirmedFrom", unsubscribed_at as "unsubscribedAt" from newsletter_subscription where email = any(:emails)`,
    ids: 'select id from newsletter_subscription where email = any(:emails)',
    addresses: 'select email from newsletter_subscription',
    // The tokens go with it.
    erase: ['delete from newsletter_subscription where email = any(:emails)'],
  },
];
