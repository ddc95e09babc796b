import { type ReactNode, Suspense } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { classNames } from '../../lib/class-names.ts';
import { useShop } from '../../shop/shop-state.ts';
import { Loading } from '../../ui/states.tsx';
import { PageBoundary } from '../page-boundary.tsx';
import { BlockedScreen } from './blocked-screen.tsx';
import { ConnectionNotice } from './connection-notice.tsx';
import { CookieNotice } from './cookie-notice.tsx';
import styles from './frame.module.css';
import { SupportIcon } from './support-icon.tsx';

interface FrameProps {
  header: ReactNode;
  footer: ReactNode;
  /** What a visitor waits for while the page's script is on its way. */
  what: string;
  /** Of the element that holds the page. */
  className?: string | undefined;
}

/** What every page has around it, whatever stands above and below: the skip link, the cookie notice, support, the state of the connection. */
export function Frame({ header, footer, what, className }: FrameProps) {
  const { pathname } = useLocation();
  const { status, message } = useShop((state) => state.connection);
  return (
    <>
      <a href="#content" className={styles.skip}>
        Skip to content
      </a>
      <CookieNotice />
      {header}
      <main id="content" tabIndex={-1} className={classNames(styles.main, className)}>
        {status === 'blocked' ? (
          <BlockedScreen message={message} />
        ) : (
          <PageBoundary address={pathname}>
            <Suspense fallback={<Loading what={what} />}>
              <Outlet />
            </Suspense>
          </PageBoundary>
        )}
      </main>
      {footer}
      <SupportIcon />
      <ConnectionNotice />
    </>
  );
}
