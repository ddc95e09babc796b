import { useEffect, useRef, type ReactNode } from 'react';
import { classNames } from '../lib/class-names.ts';
import styles from './dialog.module.css';

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

/** A native modal dialog: the browser moves, holds and returns the focus. The page behind it stands still; a click beside it closes it. */
export function Dialog({ isOpen, onClose, label, labelledBy, describedBy, role = 'dialog', className, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const dialog = element.current;
    if (!dialog || !isOpen) return;
    dialog.showModal();
    document.documentElement.style.setProperty('--scroll-bar', `${window.innerWidth - document.documentElement.clientWidth}px`);
    document.body.classList.add('scroll-locked');
    return () => {
      dialog.close();
      document.body.classList.remove('scroll-locked');
      document.documentElement.style.removeProperty('--scroll-bar');
    };
  }, [isOpen]);

  return (
    <dialog
      ref={element}
      role={role === 'alertdialog' ? role : undefined}
      aria-label={label}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      className={classNames(styles.dialog, className)}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === element.current) onClose();
      }}
    >
      {isOpen && <div className={styles.body}>{children}</div>}
    </dialog>
  );
}
