import type { FigureQuery } from '../../../../platform/metrics/table-figures.ts';

/** Along the index by state. */
export const PICTURE_FIGURES: FigureQuery = {
  pace: 'slow',
  select: `select (select count(*)::int from feed_picture where state = 'waiting') as pictures_waiting,
    (select count(*)::int from feed_picture where state = 'failed') as pictures_failed,
    (select coalesce(greatest(extract(epoch from $1::timestamptz - min(due_at)), 0), 0)::float8 from feed_picture where state = 'waiting')
      as pictures_overdue`,
  gauges: {
    pictures_waiting: { metric: 'keyturn_feed_pictures', help: 'Pictures of feeds that are not shown', labels: { state: 'waiting' } },
    pictures_failed: { metric: 'keyturn_feed_pictures', help: 'Pictures of feeds that are not shown', labels: { state: 'failed' } },
    pictures_overdue: { metric: 'keyturn_feed_pictures_overdue_seconds', help: 'How long the oldest picture of a feed is due' },
  },
};
