import { type ExpiringRows, PURGE_BATCH } from '../../scheduler/retention.ts';

/** Mails that left, or were not needed any more: evidence of a delivery for as long as a bank may ask. Refused and dead ones wait for the staff. */
export function expiringMails(afterDays: number): ExpiringRows {
  return {
    afterDays,
    statement: `delete from letter where id in (
      select id from letter where closed_at < ? and state in ('sent', 'dropped') order by closed_at limit ${PURGE_BATCH})`,
  };
}
