import type { FormEvent, ReactNode } from 'react';
import { Button } from '../../ui/buttons/button.tsx';
import panel from '../../ui/layout/panel.module.css';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import styles from './auth-form.module.css';

/** The narrow layout of all authentication pages. */
export function AuthScreen({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.screen}>
      <h1 tabIndex={-1}>{title}</h1>
      {children}
    </div>
  );
}

export function AuthForm({ onSubmit, children }: { onSubmit: (event: FormEvent<HTMLFormElement>) => void; children: ReactNode }) {
  return (
    <form className={panel.panel} onSubmit={onSubmit}>
      {children}
    </form>
  );
}

export function Note({ kind = 'info', children }: { kind?: 'info' | 'problem'; children: ReactNode }) {
  return (
    <p role={kind === 'problem' ? 'alert' : 'status'} className={`${styles.note} ${styles[kind]}`}>
      {children}
    </p>
  );
}

/** Stays focusable while busy: a disabled button would lose the focus. */
export function SubmitButton({ isBusy, busy, children }: { isBusy: boolean; busy: string; children: ReactNode }) {
  return (
    <Button type="submit" size="large" isWide aria-disabled={isBusy}>
      {isBusy ? (
        <>
          <Spinner /> {busy}
        </>
      ) : (
        children
      )}
    </Button>
  );
}
