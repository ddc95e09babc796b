import { OVERDUE_AFTER_MINUTES } from '../../../shared/again.ts';
import type { FigureQuery } from '../../../platform/metrics/table-figures.ts';

/** Reads the small partial index of pending events. */
export const PAYMENT_FIGURES: FigureQuery = {
  pace: 'quick',
  select: `select count(*)::int as events_overdue from payment_event where processed_at is null and received_at < $1 - interval '${OVERDUE_AFTER_MINUTES} minutes'`,
  gauges: {
    events_overdue: {
      metric: 'keyturn_payment_mismatches',
      help: 'Payments that do not fit their orders, by what is wrong',
      labels: { kind: 'event_overdue' },
    },
  },
};
