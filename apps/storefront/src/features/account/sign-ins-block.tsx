import { type SignInEntry, useListSignInsQuery } from '@keyturn/api-client';
import { useState } from 'react';
import { formatMoment } from './format-moment.ts';
import { siteNameOf } from '../../shop/session/social-buttons.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { Failed } from '../../ui/feedback/states.tsx';
import panel from '../../ui/layout/panel.module.css';
import entries from './entries.module.css';
import styles from './profile-tab.module.css';

const EVENTS: Readonly<Record<SignInEntry['event'], string>> = {
  login: 'Logged in',
  failure: 'Wrong password',
  'password-change': 'Password changed',
  reset: 'Password reset',
  link: 'Login linked',
  unlink: 'Login unlinked',
  logout: 'Logged out',
  'session-end': 'Logged out on other devices',
};

/** Logins and what concerns them, fetched on a click. */
export function SignIns() {
  const [isShown, setShown] = useState(false);
  const { data, isError, isFetching, refetch } = useListSignInsQuery(undefined, { skip: !isShown });

  return (
    <section aria-labelledby="activity" className={`${panel.panel} ${styles.block}`}>
      <h2 id="activity">Recent activity</h2>
      <p>Logins, wrong passwords and changes of how you log in. If you do not know one of them, change your password.</p>
      <Button variant="secondary" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
        {isFetching && <Spinner />} {isShown ? 'Hide recent activity' : 'Show recent activity'}
      </Button>
      {isShown && isError && <Failed what="Your recent activity" onRetry={() => void refetch()} />}
      {isShown && data && (
        <ul className={entries.list}>
          {data.items.map((entry, index) => (
            <li key={index} className={entries.entry}>
              <div>
                <strong>{EVENTS[entry.event]}</strong> {byOf(entry.method)}
                <p>{[formatMoment(entry.at), entry.network, entry.browser].filter(Boolean).join(' · ')}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function byOf(method: SignInEntry['method']): string {
  switch (method) {
    case 'password':
    case 'session':
      return '';
    case 'verification-link':
    case 'reset-link':
      return 'by a link from a mail';
    case 'staff':
      return 'by our support';
    default:
      return `by ${siteNameOf(method)}`;
  }
}
