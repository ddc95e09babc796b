import { X } from 'lucide-react';
import styles from './close-button.module.css';

/** At the right end of a drawer's top. */
export function CloseButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button type="button" className={styles.close} aria-label={label} onClick={onClick}>
      <X size={22} aria-hidden="true" />
    </button>
  );
}
