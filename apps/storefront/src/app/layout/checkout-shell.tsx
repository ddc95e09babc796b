import { LockKeyhole } from 'lucide-react';
import { Suspense } from 'react';
import { Link, Outlet, useLocation } from 'react-router-dom';
import { paths } from '../../shop/paths.ts';
import { useShop } from '../../shop/shop-state.ts';
import { Loading } from '../../ui/states.tsx';
import { PageBoundary } from '../page-boundary.tsx';
import { BlockedScreen } from './blocked-screen.tsx';
import styles from './checkout-shell.module.css';
import { ConnectionNotice } from './connection-notice.tsx';
import { Logo } from './logo.tsx';

/** A quiet frame for paying: nothing that leads away but the logo. */
export function CheckoutShell() {
  const { pathname } = useLocation();
  const { status, message } = useShop((state) => state.connection);
  return (
    <>
      <header className={styles.header}>
        <div className={`page ${styles.row}`}>
          <Link to={paths.home}>
            <Logo isLink />
          </Link>
          <p className={styles.note}>
            <LockKeyhole size={16} aria-hidden="true" /> Secure checkout
          </p>
        </div>
      </header>
      <main id="content" className={styles.main}>
        {status === 'blocked' ? (
          <BlockedScreen message={message} />
        ) : (
          <PageBoundary address={pathname}>
            <Suspense fallback={<Loading what="the checkout" />}>
              <Outlet />
            </Suspense>
          </PageBoundary>
        )}
      </main>
      <footer className={`page ${styles.footer}`}>© 2024 Keyturn</footer>
      <ConnectionNotice />
    </>
  );
}
