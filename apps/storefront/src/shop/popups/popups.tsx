import { createContext, useContext, useMemo, useState, type ReactNode } from 'react';
import { Button } from '../../ui/buttons/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { CartPopup } from './cart-popup.tsx';
import styles from './popups.module.css';

type Popup = { kind: 'cart'; added: string } | { kind: 'account' | 'newsletter' | 'error'; message: string };

const TITLES = { account: 'Account Status', newsletter: 'Newsletter', error: 'Error' } as const;

const PopupsContext = createContext<{ open: (popup: Popup) => void } | null>(null);

/** Opens the shop's popups. Throws outside its provider. */
export function usePopups() {
  const popups = useContext(PopupsContext);
  if (popups === null) throw new Error('usePopups must be used inside PopupsProvider');
  return popups;
}

export function PopupsProvider({ children }: { children: ReactNode }) {
  const [popup, setPopup] = useState<Popup | null>(null);
  const close = () => setPopup(null);
  const value = useMemo(() => ({ open: setPopup }), []);
  const message = popup !== null && popup.kind !== 'cart' ? popup : null;

  return (
    <PopupsContext value={value}>
      {children}
      <CartPopup addedId={popup?.kind === 'cart' ? popup.added : null} onClose={close} />
      <Dialog isOpen={message !== null} onClose={close} labelledBy="popup-title" describedBy="popup-message">
        {message && (
          <div className={styles.popup}>
            <h2 id="popup-title">{TITLES[message.kind]}</h2>
            <p id="popup-message">{message.message}</p>
            <Button onClick={close}>Close</Button>
          </div>
        )}
      </Dialog>
    </PopupsContext>
  );
}
