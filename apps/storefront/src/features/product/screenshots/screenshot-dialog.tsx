import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { Picture } from '../../../shop/product/picture.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import styles from './screenshot-dialog.module.css';

interface ScreenshotDialogProps {
  pictures: readonly { url: string; words: string }[];
  /** Which one is shown; null while the dialog is closed. */
  at: number | null;
  onShow: (position: number) => void;
  onClose: () => void;
}

/** One screenshot as large as the window allows. Buttons and the arrow keys lead to the others, Escape back. */
export function ScreenshotDialog({ pictures, at, onShow, onClose }: ScreenshotDialogProps) {
  const picture = at === null ? undefined : pictures[at];
  const step = (by: 1 | -1) => at !== null && onShow((at + by + pictures.length) % pictures.length);
  return (
    <Dialog isOpen={picture !== undefined} onClose={onClose} label="Screenshots" className={styles.dialog}>
      {picture && (
        <div
          className={styles.stage}
          onKeyDown={({ key }) => {
            if (key === 'ArrowLeft') step(-1);
            if (key === 'ArrowRight') step(1);
          }}
        >
          <Picture
            key={picture.url}
            path={picture.url}
            shape="wide"
            sizes="min(94vw, 1600px)"
            alt={picture.words}
            isEager
            className={styles.picture}
          />
          <div className={styles.bar}>
            {pictures.length > 1 && (
              <>
                <button type="button" aria-label="Previous screenshot" onClick={() => step(-1)}>
                  <ChevronLeft size={22} aria-hidden="true" />
                </button>
                <p aria-live="polite">
                  {(at ?? 0) + 1} of {pictures.length}
                </p>
                <button type="button" aria-label="Next screenshot" onClick={() => step(1)}>
                  <ChevronRight size={22} aria-hidden="true" />
                </button>
              </>
            )}
            <button type="button" className={styles.close} aria-label="Close screenshots" onClick={onClose}>
              <X size={22} aria-hidden="true" />
            </button>
          </div>
        </div>
      )}
    </Dialog>
  );
}
