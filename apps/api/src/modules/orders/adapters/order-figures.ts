import type { FigureQuery } from '../../../platform/metrics/table-figures.ts';

const MISMATCHES = { metric: 'keyturn_payment_mismatches', help: 'Payments that do not fit their orders, by what is wrong' };
const DISPUTED = {
  metric: 'keyturn_orders_disputed',
  help: 'Orders that are frozen: a bank decides, the staff does, or keys are missing',
};

/** Each count reads a small partial index, however many orders there are. */
export const ORDER_FIGURES: FigureQuery = {
  pace: 'quick',
  select: `select
    (select count(*)::int from shop_order where waiting_until is not null and paid_at < $1 - interval '1 minute') as orders_waiting,
    (select count(*)::int from shop_order where status = 'on_hold' and hold_reason is distinct from 'fraud warning') as orders_on_hold,
    (select count(*)::int from shop_order where status = 'disputed'
      and (hold_reason is null or hold_reason not in ('fraud warning', 'won, and too few keys', 'lost in part'))) as disputes,
    (select count(*)::int from shop_order where status in ('on_hold', 'disputed') and hold_reason = 'fraud warning') as fraud_warnings,
    (select count(*)::int from shop_order where status = 'disputed' and hold_reason = 'won, and too few keys') as disputes_won,
    (select count(*)::int from shop_order where status = 'disputed' and hold_reason = 'lost in part') as disputes_lost_in_part,
    (select count(*)::int from shop_order o where status = 'paid' and waiting_until is null and paid_at < $1 - interval '15 minutes'
        and not exists (select from order_refund r where r.order_id = o.id and r.done_at is null and r.given_up_at is null))
      + (select count(*)::int from order_refund where done_at is null and given_up_at is null and asked_at < $1 - interval '15 minutes') as refunds_overdue,
    (select count(*)::int from order_refund where failed_at is not null and closed_at is null) as refunds_failed`,
  gauges: {
    orders_waiting: { metric: 'keyturn_orders_waiting_for_keys', help: 'Paid orders that have waited for keys for a minute' },
    orders_on_hold: { ...MISMATCHES, labels: { kind: 'on_hold' } },
    disputes: { ...DISPUTED, labels: { kind: 'dispute' } },
    fraud_warnings: { ...DISPUTED, labels: { kind: 'fraud_warning' } },
    disputes_won: { ...DISPUTED, labels: { kind: 'won' } },
    disputes_lost_in_part: { ...DISPUTED, labels: { kind: 'lost_in_part' } },
    refunds_overdue: { ...MISMATCHES, labels: { kind: 'refund_overdue' } },
    refunds_failed: { ...MISMATCHES, labels: { kind: 'refund_failed' } },
  },
};
