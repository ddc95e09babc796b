import type { FigureQuery } from '../../metrics/table-figures.ts';

/** Each count reads a small partial index, however many mails there are. */
export const MAIL_FIGURES: FigureQuery = {
  pace: 'quick',
  select: `select
    (select count(*)::int from letter where state in ('waiting', 'sending')) as letters_open,
    (select coalesce(extract(epoch from $1 - min(created_at)), 0)::float from letter
      where state in ('waiting', 'sending') and not is_put_off_by_mailbox) as letters_age,
    (select count(distinct about)::int from letter
      where state in ('waiting', 'sending') and is_put_off_by_mailbox and created_at <= $1 - interval '15 minutes') as letters_put_off,
    (select count(*)::int from letter where state in ('refused', 'dead') and state = 'dead') as dead_letters`,
  gauges: {
    letters_open: { metric: 'keyturn_letters_open', help: 'Mails that are not sent yet' },
    letters_age: { metric: 'keyturn_letters_oldest_seconds', help: 'Age of the oldest of them that its own mailbox has not put off' },
    letters_put_off: {
      metric: 'keyturn_letters_put_off',
      help: 'Orders, accounts and the like whose mail is deferred by its own mailbox for 15 minutes or more',
    },
    dead_letters: { metric: 'keyturn_dead_letters', help: 'Mails that were given up and not handled by staff' },
  },
};
