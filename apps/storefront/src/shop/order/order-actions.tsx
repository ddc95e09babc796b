import type { ReactNode } from 'react';
import { serverMessage } from '../../lib/server-answer.ts';
import styles from './order-actions.module.css';

const FAILED = 'That did not work. Please try again.';

interface OrderActionsProps {
  /** The buttons; an order that has nothing more to give has none. */
  children: ReactNode;
  /** What the shop said to the last click: done, … */
  message: string | undefined;
  /** … or why not. */
  error: unknown;
}

/** What can be done with an order and its keys, and below it how that went. */
export function OrderActions({ children, message, error }: OrderActionsProps) {
  return (
    <>
      {children && <div className={styles.ways}>{children}</div>}
      <p role="status" className={styles.told}>
        {message}
      </p>
      {error !== undefined && (
        <p role="alert" className={styles.problem}>
          {serverMessage(error) ?? FAILED}
        </p>
      )}
    </>
  );
}
