import tick from '../../ui/forms/tick.module.css';
import styles from './exclusion-notice.module.css';
import type { Exclusion } from './use-payment.ts';

const LEFT = 'Nothing has been paid: please change your cart, or choose the country in which the keys will be used.';

/** Why nothing was paid, and, where the shop permits it, the box with which the same purchase goes on. */
export function ExclusionNotice({ exclusion: { sentence, mayAccept } }: { exclusion: Exclusion }) {
  return (
    <div className={styles.notice}>
      <p role="alert">
        {sentence} {mayAccept ? 'Nothing has been paid.' : LEFT}
      </p>
      {mayAccept && (
        <label>
          <input type="checkbox" name="regionAccepted" className={tick.tick} />
          <span>It is for somebody in another country, where it can be activated.</span>
        </label>
      )}
    </div>
  );
}
