import { useState } from 'react';
import { readStored, STORAGE_KEYS, writeStored } from '../../shop/browser-storage.ts';
import { Button } from '../../ui/button.tsx';
import styles from './cookie-notice.module.css';

/** Stands until the visitor has chosen; it blocks nothing. */
export function CookieNotice() {
  const [choice, setChoice] = useState(() => readStored(STORAGE_KEYS.cookies));
  if (choice !== null) return null;

  const choose = (value: 'true' | 'false') => {
    writeStored(STORAGE_KEYS.cookies, value);
    setChoice(value);
  };
  return (
    <section className={styles.notice} aria-label="Cookies">
      <p>We keep your cart, wishlist and currency in this browser. May we also use cookies to see which pages help?</p>
      <div className={styles.ways}>
        <Button size="small" variant="secondary" onClick={() => choose('false')}>
          Reject
        </Button>
        <Button size="small" onClick={() => choose('true')}>
          Allow Cookies
        </Button>
      </div>
    </section>
  );
}
