import { type SessionEntry, useEndSessionMutation, useLogOutEverywhereMutation } from '@keyturn/api-client';
import { useRef, useState } from 'react';
import { formatMoment } from './format-moment.ts';
import { useAccountCall } from '../../shop/session/use-account-call.ts';
import { useShopDispatch } from '../../shop/shop-state.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { Failed } from '../../ui/feedback/states.tsx';
import panel from '../../ui/layout/panel.module.css';
import entries from './entries.module.css';
import { leave } from './log-out.ts';
import styles from './profile-tab.module.css';

/** Where the account is signed in, and how to end that. */
export function Devices({ sessions, onRetry }: { sessions: SessionEntry[] | undefined; onRetry: () => Promise<unknown> }) {
  const dispatch = useShopDispatch();
  const heading = useRef<HTMLHeadingElement>(null);
  const [ended, setEnded] = useState('');
  const [endSession] = useEndSessionMutation();
  const [endAll] = useLogOutEverywhereMutation();
  const { run, isBusy } = useAccountCall();

  const end = async ({ id, isCurrent, browser }: SessionEntry) => {
    if ((await run(() => endSession({ id }))) === null) return;
    if (isCurrent) return leave(dispatch);
    await onRetry();
    setEnded(`${nameOf(browser)} is logged out.`);
    // The button that had the focus is gone.
    heading.current?.focus();
  };
  const logOutEverywhere = async () => {
    if (await run(() => endAll())) leave(dispatch);
  };

  return (
    <section aria-labelledby="devices" className={`${panel.panel} ${styles.block}`}>
      <h2 id="devices" ref={heading} tabIndex={-1}>
        Devices
      </h2>
      {sessions ? (
        <ul className={entries.list}>
          {sessions.map((session) => (
            <li key={session.id} className={entries.entry}>
              <div>
                <strong>{nameOf(session.browser)}</strong> {session.isCurrent && <span className={entries.mark}>This device</span>}
                <p>
                  {session.network} · signed in {formatMoment(session.since)} · last seen {formatMoment(session.lastSeen)}
                </p>
              </div>
              <Button variant="secondary" aria-disabled={isBusy} onClick={() => void end(session)}>
                Log out <span className="visually-hidden">{`${nameOf(session.browser)}, ${session.network}`}</span>
              </Button>
            </li>
          ))}
        </ul>
      ) : (
        <Failed what="Your devices" onRetry={() => void onRetry()} />
      )}
      <p role="status" className={entries.status}>
        {ended}
      </p>
      <p>Lost a phone, or signed in somewhere you do not trust? End every login of this account, the one here included.</p>
      <Button variant="secondary" aria-disabled={isBusy} onClick={() => void logOutEverywhere()}>
        {isBusy && <Spinner />} Log out everywhere
      </Button>
    </section>
  );
}

function nameOf(browser: string | null): string {
  return browser ?? 'Unknown browser';
}
