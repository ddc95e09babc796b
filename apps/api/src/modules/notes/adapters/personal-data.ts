import type { PersonalRows } from '../../../platform/personal-data/personal-rows.ts';
import type { ExpiringRows } from '../../../platform/scheduler/retention.ts';

export const EXPIRING: readonly ExpiringRows[] = [{ afterDays: 730, statement: 'delete from staff_note where at < ?' }];

export const PERSONAL: readonly PersonalRows[] = [
  {
    name: 'staffNotes',
    find: 'select at, text from staff_note where subject_id = any(:ids) order by at',
    erase: ['delete from staff_note where subject_id = any(:ids)'],
  },
];
