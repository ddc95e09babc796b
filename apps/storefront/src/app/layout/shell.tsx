import { Suspense } from 'react';
import { Outlet } from 'react-router-dom';
import { Loading } from '../../ui/states.tsx';
import { CookieNotice } from './cookie-notice.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import styles from './shell.module.css';

/** Header, page, footer. */
export function Shell() {
  return (
    <>
      <a href="#content" className={styles.skip}>
        Skip to content
      </a>
      <Header />
      <main id="content" tabIndex={-1} className={styles.main}>
        <Suspense fallback={<Loading what="the page" />}>
          <Outlet />
        </Suspense>
      </main>
      <Footer />
      <CookieNotice />
    </>
  );
}
