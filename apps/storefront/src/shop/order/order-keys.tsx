import type { OrderKey } from '@keyturn/api-client';
import { Check, Copy } from 'lucide-react';
import { useRef, useState } from 'react';
import { announce } from '../../ui/feedback/announcer.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { PlatformChip } from '../platform/platform-chip.tsx';
import { KeyPicture } from './key-picture.tsx';
import styles from './order-keys.module.css';

/** The keys of an order, each with a button that copies it. Shown only after a click: every view is recorded. */
export function OrderKeys({ keys }: { keys: readonly OrderKey[] }) {
  return (
    <ul className={styles.keys}>
      {keys.map((key, position) => (
        <li key={position}>
          <p className={styles.name}>
            {key.name} {key.platform && <PlatformChip platform={key.platform} />}
          </p>
          {key.kind === 'image' && key.image ? (
            <KeyPicture address={key.image} name={key.name} />
          ) : (
            partsOf(key).map(({ label, text }) => <Secret key={label} label={label} text={text} of={key.name} />)
          )}
        </li>
      ))}
    </ul>
  );
}

function partsOf({ key, login, password, mail }: OrderKey): { label: string; text: string }[] {
  const parts = [
    { label: 'Key', text: key },
    { label: 'Login', text: login },
    { label: 'Password', text: password },
    { label: 'Mail', text: mail },
  ];
  return parts.flatMap(({ label, text }) => (text ? [{ label, text }] : []));
}

function Secret({ label, text, of }: { label: string; text: string; of: string }) {
  const [isCopied, setCopied] = useState(false);
  const box = useRef<HTMLElement>(null);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      announce(`${label} copied.`);
    } catch {
      // Without clipboard permission it is selected, so that one keystroke copies it.
      if (box.current) window.getSelection()?.selectAllChildren(box.current);
      announce(`${label} selected.`);
    }
  };

  return (
    <div className={styles.secret}>
      <span className={styles.label}>{label}</span>
      <code ref={box}>{text}</code>
      <Button variant="secondary" size="small" aria-label={`Copy ${label.toLowerCase()} of ${of}`} onClick={() => void copy()}>
        {isCopied ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />} {isCopied ? 'Copied' : 'Copy'}
      </Button>
    </div>
  );
}
