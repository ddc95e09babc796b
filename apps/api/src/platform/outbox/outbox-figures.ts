import type { FigureQuery } from '../metrics/table-figures.ts';

/** Reads of the small partial index of rows that are not relayed yet. */
export const OUTBOX_FIGURES: FigureQuery = {
  pace: 'quick',
  select: `select
    (select count(*)::int from outbox where relayed_at is null and due_at <= $1) as outbox_waiting,
    (select coalesce(extract(epoch from $1 - min(created_at)), 0)::float from outbox where relayed_at is null and due_at <= $1) as outbox_age`,
  gauges: {
    outbox_waiting: { metric: 'keyturn_outbox_waiting', help: 'Jobs that are due and not handed to a queue yet' },
    outbox_age: { metric: 'keyturn_outbox_oldest_seconds', help: 'Age of the oldest of them' },
  },
};
