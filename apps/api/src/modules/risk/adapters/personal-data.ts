import { PURGE_BATCH, type ExpiringRows } from '../../../platform/scheduler/retention.ts';

/** Counts go back 30 days; that an address or an account has bought before is known for longer. */
export const EXPIRING: readonly ExpiringRows[] = [
  {
    afterDays: 31,
    statement: `delete from risk_fact where ctid = any (array(select ctid from risk_fact
      where at < ? and not (outcome = 'paid' and (key like 'email:%' or key like 'account:%')) limit ${PURGE_BATCH}))`,
  },
  {
    afterDays: 400,
    statement: `delete from risk_fact where ctid = any (array(select ctid from risk_fact where at < ? limit ${PURGE_BATCH}))`,
  },
];
