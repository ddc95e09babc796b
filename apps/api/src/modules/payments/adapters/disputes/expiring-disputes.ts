import { type ExpiringRows, PURGE_BATCH } from '../../../../platform/scheduler/retention.ts';

/** Disputes that are decided, with their evidence. */
export function expiringDisputes(afterDays: number): ExpiringRows {
  return {
    afterDays,
    statement: `delete from payment_dispute where id in (
      select id from payment_dispute where ended_at < ? order by ended_at limit ${PURGE_BATCH})`,
  };
}
