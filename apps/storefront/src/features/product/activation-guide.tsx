import { X } from 'lucide-react';
import { Dialog } from '../../ui/dialog.tsx';
import styles from './activation-guide.module.css';
import { guideFor } from './activation-guides.ts';

export function ActivationGuide({ platform, isOpen, onClose }: { platform: string; isOpen: boolean; onClose: () => void }) {
  const guide = guideFor(platform);
  return (
    <Dialog isOpen={isOpen} onClose={onClose} labelledBy="guide-title">
      <div className={styles.top}>
        <h2 id="guide-title">{guide.title}</h2>
        <button type="button" aria-label="Close guide" onClick={onClose}>
          <X size={22} aria-hidden="true" />
        </button>
      </div>
      <ol className={styles.steps}>
        {guide.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </Dialog>
  );
}
