import { Button } from '../../ui/buttons/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import styles from './changed-cart-dialog.module.css';
import type { CartChanges } from './cart-changes.ts';

/** Shows what the re-check of the cart changed, before anything is paid. */
export function ChangedCartDialog({ changes, onClose }: { changes: CartChanges | null; onClose: () => void }) {
  return (
    <Dialog isOpen={changes !== null} onClose={onClose} role="alertdialog" labelledBy="changed-title" describedBy="changed-text">
      {changes && (
        <div className={styles.body}>
          <h2 id="changed-title">{changes.hasRemoved ? 'some products has been removed' : 'Some prices have changed'}</h2>
          <ul id="changed-text">
            {changes.sentences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          <p>Please look at your order again. Nothing has been paid.</p>
          <Button isWide onClick={onClose}>
            Continue
          </Button>
        </div>
      )}
    </Dialog>
  );
}
