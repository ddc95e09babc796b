import type { PersonalRows } from '../personal-data/personal-rows.ts';

export const PERSONAL: readonly PersonalRows[] = [
  {
    name: 'mails',
    find: 'select created_at as "plannedAt", sent_at as "sentAt", kind, state from letter where about = any(:ids) order by created_at',
    ids: 'select id from letter where about = any(:ids)',
    erase: ['delete from letter where about = any(:ids)'],
  },
  {
    name: 'alertsToStaff',
    find: 'select raised_at as "raisedAt", kind, detail from alert where about = any(:ids) or id = any(:ids) order by raised_at',
    erase: ['delete from alert where (about = any(:ids) or id = any(:ids)) and raised_at <= :until'],
  },
];
