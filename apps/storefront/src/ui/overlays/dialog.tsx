import { useEffect, useRef, useState, type ReactNode } from 'react';
import { classNames } from '../../lib/class-names.ts';
import styles from './dialog.module.css';
import { loopFocus } from './focus-loop.ts';

interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** What the dialog is called; or the id of its heading in `labelledBy`. */
  label?: string;
  labelledBy?: string;
  describedBy?: string;
  role?: 'dialog' | 'alertdialog';
  className?: string | undefined;
  children: ReactNode;
}

/** The mobile menu takes longest, 400 ms. */
const LONGEST_CLOSING_MS = 450;

/** A native modal dialog: the browser moves and returns the focus, Tab goes round in it. The page behind it stands still; a click beside it closes it. */
export function Dialog({ isOpen, onClose, label, labelledBy, describedBy, role = 'dialog', className, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  // While it closes it still shows what it showed.
  const [shown, setShown] = useState<ReactNode>(null);
  if (isOpen && shown !== children) setShown(children);

  useEffect(() => {
    const dialog = element.current;
    if (!dialog || !isOpen) return;
    lockPage();
    dialog.showModal();
    return () => {
      // A popup may stand over a dialog: the page stays locked until the last of them closes.
      if ([...document.querySelectorAll('dialog[open]')].every((open) => open === dialog)) unlockPage();
      dialog.close();
    };
  }, [isOpen]);

  useEffect(() => {
    if (isOpen || !element.current?.firstElementChild) return;
    const timer = setInterval(() => {
      // A busy phone draws the closing late.
      if (element.current?.getClientRects().length) return;
      clearInterval(timer);
      setShown(null);
    }, LONGEST_CLOSING_MS);
    return () => clearInterval(timer);
  }, [isOpen]);

  return (
    <dialog
      ref={element}
      role={role === 'alertdialog' ? role : undefined}
      inert={!isOpen}
      aria-label={label}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      className={classNames(styles.dialog, className)}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={(event) => loopFocus(event.currentTarget, event)}
      onClick={(event) => {
        if (event.target === element.current) onClose();
      }}
    >
      {shown !== null && <div className={styles.body}>{shown}</div>}
    </dialog>
  );
}

/**
 * Before a dialog opens, as `unlockPage` before it closes: either works out the style of the whole page anew, and what is changed afterwards
 * would do so once more.
 */
function lockPage(): void {
  if (document.body.classList.contains('scroll-locked')) return;
  const room = window.innerWidth - document.documentElement.clientWidth;
  document.documentElement.style.setProperty('--scroll-bar', `${room}px`);
  document.body.classList.add('scroll-locked');
}

function unlockPage(): void {
  document.body.classList.remove('scroll-locked');
  document.documentElement.style.removeProperty('--scroll-bar');
}
