import { useState, useSyncExternalStore } from 'react';
import { readStored, STORAGE_KEYS, writeStored } from '../../../shop/storage/browser-storage.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import styles from './cookie-notice.module.css';
import { reserveScrollPadding } from './reserve-scroll-padding.ts';

/** Any other stored value is no choice (Allow stores true, Reject false). */
const isChosen = () => /^(true|false)$/.test(readStored(STORAGE_KEYS.cookies) ?? '');

function followOtherTabs(changed: () => void) {
  window.addEventListener('storage', changed);
  return () => window.removeEventListener('storage', changed);
}

const room = reserveScrollPadding('--notice', 24);

/** Shown until the visitor has chosen, in this tab or another; not modal, and not part of the first view. */
export function CookieNotice() {
  const isStored = useSyncExternalStore(followOtherTabs, isChosen, () => true);
  // If the browser forbids storage, the choice is valid until the page is left.
  const [hasChosen, setChosen] = useState(false);
  if (isStored || hasChosen) return null;

  const choose = (value: 'true' | 'false') => {
    writeStored(STORAGE_KEYS.cookies, value);
    // The pressed button disappears with the notice: the focus moves to the page.
    document.getElementById('content')?.focus({ preventScroll: true });
    setChosen(true);
  };
  return (
    <section ref={room} className={styles.notice} aria-label="Cookies">
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
