import { activationGuide } from '@keyturn/shop-rules';
import { X } from 'lucide-react';
import { GuideSteps, guideTitle } from '../../../shop/content/guide-steps.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import styles from './activation-guide.module.css';

export function ActivationGuide({ platform, isOpen, onClose }: { platform: string; isOpen: boolean; onClose: () => void }) {
  const guide = activationGuide(platform);
  return (
    <Dialog isOpen={isOpen} onClose={onClose} labelledBy="guide-title">
      <div className={styles.top}>
        <h2 id="guide-title">{guideTitle(guide)}</h2>
        <button type="button" aria-label="Close guide" onClick={onClose}>
          <X size={22} aria-hidden="true" />
        </button>
      </div>
      <GuideSteps of={guide} />
    </Dialog>
  );
}
