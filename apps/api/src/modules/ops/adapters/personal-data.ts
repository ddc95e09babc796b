import type { Config } from '../../../platform/config/config.ts';
import { ACCOUNTED_BEFORE, accountingDays, clearedBy, type ExpiringRows, PURGE_BATCH } from '../../../platform/scheduler/retention.ts';
import type { PersonalRows } from '../../../platform/personal-data/personal-rows.ts';

/** Found by no erasure any more: the row is gone, or the line is older than the ids by which guests are named. */
const UNTRACEABLE = `('guest', 'message', 'subscription', 'review', 'buyer-block')`;

/** What the staff did about an order stays as long as the order names its buyer; after that, that it was done. */
export const expiringOfOps = ({ accountingYears, authTrailDays }: Config['retention']): readonly ExpiringRows[] => [
  {
    afterDays: authTrailDays,
    statement: 'delete from ops_refusal where at < ?',
  },
  {
    afterDays: accountingDays(accountingYears),
    statement: clearedBy(
      'blank_audit_lines',
      `select subject_id as id from audit_line where subject_type = 'order'
        and (before is not null or after is not null or reason is not null) and at < ${ACCOUNTED_BEFORE} order by at limit ${PURGE_BATCH}`,
    ),
  },
  {
    afterDays: accountingDays(accountingYears),
    statement: `with cut as (select ${ACCOUNTED_BEFORE} as at),
      expired as materialized (select subject_id as id from audit_line where subject_type in ${UNTRACEABLE}
        and (before is not null or after is not null or reason is not null) and at < (select at from cut) order by at limit ${PURGE_BATCH}),
      cleared as materialized (select blank_audit_lines_until(array(select id from expired), (select at from cut)))
      select from expired, cleared`,
  },
];

/** Who did what and when stays; reasons may name people. */
export const PERSONAL: readonly PersonalRows[] = [
  {
    name: 'actionsOfStaff',
    find: 'select at, action from audit_line where subject_id = any(:ids) order by id',
    erase: ['select blank_audit_lines_until(:ids, :until)'],
  },
];
