import { pageHeads } from '@keyturn/shop-rules';
import { usePageHead } from '../../../shop/head/page-head.ts';
import { Drawing } from '../../../ui/icons/drawing.tsx';
import screen from '../../../ui/layout/screen.module.css';
import styles from './blocked-screen.module.css';

/** Shown on every page to a visitor whose address is blocked. */
export function BlockedScreen({ message }: { message: string }) {
  usePageHead(pageHeads.blocked);
  return (
    <div className={screen.screen}>
      <Drawing strokeWidth="4" className={styles.drawing}>
        <rect x="22" y="42" width="52" height="38" rx="8" />
        <path d="M32 42V30a16 16 0 0 1 32 0v12" />
        <path className={styles.mark} d="m40 54 16 14m0-14L40 68" />
      </Drawing>
      <h1 tabIndex={-1}>This shop is not available to you</h1>
      <p>{message || 'Visits from your network are blocked.'}</p>
      <p>If you think that this is a mistake, try another network. What you have bought stays yours: your keys are in your e-mail.</p>
    </div>
  );
}
