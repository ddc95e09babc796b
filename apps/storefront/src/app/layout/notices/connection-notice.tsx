import { CloudOff } from 'lucide-react';
import { useShop } from '../../../shop/shop-state.ts';
import styles from './connection-notice.module.css';
import { reserveScrollPadding } from './reserve-scroll-padding.ts';

const room = reserveScrollPadding('--lost', 16);

/** Shown while the API does not answer. */
export function ConnectionNotice() {
  const isLost = useShop((state) => state.connection.status === 'lost');
  return (
    <div role="status" className={styles.place}>
      {isLost && (
        <p ref={room} className={styles.notice}>
          <CloudOff size={20} aria-hidden="true" />
          {navigator.onLine ? 'The shop gives no answer. We keep trying.' : 'You are offline. We go on as soon as you are back.'}
        </p>
      )}
    </div>
  );
}
