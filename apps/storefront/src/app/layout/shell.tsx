import { Suspense } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { Hydrated } from '../../lib/hydrated.tsx';
import { useShop } from '../../shop/shop-state.ts';
import { Loading } from '../../ui/feedback/states.tsx';
import { PageBoundary } from '../page-boundary.tsx';
import { BlockedScreen } from './notices/blocked-screen.tsx';
import { ConnectionNotice } from './notices/connection-notice.tsx';
import { CookieNotice } from './notices/cookie-notice.tsx';
import { Footer } from './footer/footer.tsx';
import { Header } from './header/header.tsx';
import styles from './shell.module.css';
import { SupportIcon } from './notices/support-icon.tsx';

const content = () => document.getElementById('content');

/** The frame of every page: skip link, cookie notice, header and footer, support, connection state. */
export function Shell() {
  const { pathname } = useLocation();
  const { status, message } = useShop((state) => state.connection);
  return (
    <>
      <a href="#content" className={styles.skip}>
        Skip to content
      </a>
      <CookieNotice />
      <Header />
      <main id="content" tabIndex={-1} className={styles.main} data-hydrates="">
        {status === 'blocked' ? (
          <BlockedScreen message={message} />
        ) : (
          <PageBoundary address={pathname}>
            <Suspense fallback={<Loading what="the page" />}>
              <Hydrated part={content} />
              <Outlet />
            </Suspense>
          </PageBoundary>
        )}
      </main>
      <Footer />
      <SupportIcon />
      <ConnectionNotice />
    </>
  );
}
