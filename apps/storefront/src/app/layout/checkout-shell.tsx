import { LockKeyhole } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '../../shop/paths.ts';
import styles from './checkout-shell.module.css';
import { Frame } from './frame.tsx';
import { Logo } from './logo.tsx';

/** A quiet frame for paying: a reduced header and footer. */
export function CheckoutShell() {
  return (
    <Frame
      header={<Top />}
      footer={<footer className={`page ${styles.footer}`}>© 2024 Keyturn</footer>}
      what="the checkout"
      className={styles.main}
    />
  );
}

function Top() {
  return (
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
  );
}
