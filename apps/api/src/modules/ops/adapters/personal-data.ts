import type { PersonalRows } from '../../../platform/personal-data/personal-rows.ts';

/** Who did what and when stays; reasons may name people. */
export const PERSONAL: readonly PersonalRows[] = [
  {
    name: 'actionsOfStaff',
    find: 'select at, action from audit_line where subject_id = any(:ids) order by id',
    erase: ['select blank_audit_lines(:ids)'],
  },
];
