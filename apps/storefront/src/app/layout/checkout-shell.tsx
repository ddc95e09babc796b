import { LockKeyhole } from 'lucide-react';
import { Suspense } from 'react';
import { Link, Outlet } from 'react-router-dom';
import { paths } from '../../shop/paths.ts';
import { Loading } from '../../ui/states.tsx';
import styles from './checkout-shell.module.css';
import { Logo } from './logo.tsx';

/** A quiet frame for paying: nothing that leads away but the logo. */
export function CheckoutShell() {
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
        <Suspense fallback={<Loading what="the checkout" />}>
          <Outlet />
        </Suspense>
      </main>
      <footer className={`page ${styles.footer}`}>© 2024 Keyturn</footer>
    </>
  );
}
