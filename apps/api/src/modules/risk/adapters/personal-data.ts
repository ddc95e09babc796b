import type { Config } from '../../../platform/config/config.ts';
import type { PersonalRows } from '../../../platform/personal-data/personal-rows.ts';
import { ACCOUNTED_BEFORE, accountingDays, PURGE_BATCH, type ExpiringRows } from '../../../platform/scheduler/retention.ts';

/** Counts go back 30 days; that an address or an account has bought before is known for longer. Decisions stay as long as orders. */
export const expiringOfRisk = ({ accountingYears, riskCountDays, knownBuyerDays }: Config['retention']): readonly ExpiringRows[] => [
  {
    afterDays: accountingDays(accountingYears),
    statement: `update risk_decision set signals = '{}' where (order_id, round) in (
      select order_id, round from risk_decision where signals <> '{}' and decided_at < ${ACCOUNTED_BEFORE} order by decided_at limit ${PURGE_BATCH})`,
  },
  {
    afterDays: riskCountDays,
    statement: `delete from risk_fact where ctid = any (array(select ctid from risk_fact
      where at < ? and not (outcome = 'paid' and (key like 'email:%' or key like 'account:%')) limit ${PURGE_BATCH}))`,
  },
  {
    afterDays: knownBuyerDays,
    statement: `delete from risk_fact where ctid = any (array(select ctid from risk_fact where at < ? limit ${PURGE_BATCH}))`,
  },
];

export const PERSONAL: readonly PersonalRows[] = [
  {
    name: 'riskDecisions',
    find: `select order_id as "orderId", decided_at as "decidedAt", outcome, reasons from risk_decision
      where order_id = any(:ids) order by decided_at`,
    erase: [`update risk_decision set signals = '{}' where order_id = any(:ids) and signals <> '{}'`],
  },
];
