import type { ReactNode } from 'react';
import { serverMessage } from '../../lib/server-answer.ts';
import styles from './order-actions.module.css';

const FAILED = 'That did not work. Please try again.';

interface OrderActionsProps {
  /** The buttons; none for an order without keys. */
  children: ReactNode;
  /** The API's message after the last click: done, … */
  message: string | undefined;
  /** … or the reason of a failure. */
  error: unknown;
}

/** Actions of an order and its keys, with the result below. */
export function OrderActions({ children, message, error }: OrderActionsProps) {
  return (
    <>
      {children && <div className={styles.ways}>{children}</div>}
      <p role="status" className={styles.message}>
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
