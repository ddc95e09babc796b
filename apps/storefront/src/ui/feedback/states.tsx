import type { ReactNode } from 'react';
import { useLate } from '../../lib/late.ts';
import { Button } from '../buttons/button.tsx';
import { Drawing } from '../icons/drawing.tsx';
import styles from './states.module.css';

interface FailedProps {
  /** Begins the sentence: "The list". */
  what: string;
  /** What the place says when there is nothing: a failure says it, too. */
  emptyText?: string;
  onRetry: () => void;
}

/** Fetching failed: says so and offers the way on. */
export function Failed({ what, emptyText, onRetry }: FailedProps) {
  return (
    <div className={styles.state} role="alert">
      <Drawing className={styles.drawing}>
        <path className={styles.faint} d="M14 76h68" />
        <path d="M26 62a16 16 0 0 1 2-31.900 20 20 0 0 1 38.500 5.400A13.500 13.500 0 0 1 69 62" />
        <path className={styles.mark} d="m40 54 16 16m0-16L40 70" />
      </Drawing>
      {emptyText && <p className={styles.title}>{emptyText}</p>}
      <p className={emptyText ? undefined : styles.title}>{what} could not be loaded.</p>
      <p className={styles.text}>The connection may be down for a moment. Nothing of yours is lost.</p>
      <Button variant="secondary" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}

/** There is nothing to show: a drawing, the shop's words, one action. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={styles.state}>
      <Drawing className={styles.drawing}>
        <path className={styles.faint} d="M14 78h68" />
        <path d="M22 38h52l-5 32a6 6 0 0 1-6 5H33a6 6 0 0 1-6-5z" />
        <path d="M34 38c0-12 6-20 14-20s14 8 14 20" />
        <path className={styles.mark} d="M42 56h12" />
      </Drawing>
      <h2 className={styles.title}>{title}</h2>
      {children}
    </div>
  );
}

/** Stands in for what is being fetched, in its final measures. After ten seconds it says so and offers another try. */
export function Loading({ what, onRetry, children }: { what: string; onRetry?: () => void; children?: ReactNode }) {
  const isLong = useLate(10_000);
  return (
    <div aria-busy="true">
      <p role="status" className={isLong ? styles.long : 'visually-hidden'}>
        {isLong ? 'Still loading…' : `Loading ${what}…`}
        {isLong && onRetry && (
          <Button variant="secondary" size="small" onClick={onRetry}>
            Try again
          </Button>
        )}
      </p>
      <div className={styles.late} aria-hidden="true">
        {children}
      </div>
    </div>
  );
}

/** One grey block of a skeleton. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return <div className={`${styles.skeleton} ${className ?? ''}`} />;
}
