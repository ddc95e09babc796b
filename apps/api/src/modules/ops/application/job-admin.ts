import type { ListWindow } from '../../../shared/list-window.ts';
import type { JobState, MailKind, QueueName } from '../../../shared/ports.ts';

export interface StaffQueueJob {
  readonly queue: QueueName;
  readonly id: string;
  readonly name: string;
  readonly state: JobState | 'gone';
  /** Ids only, as in every job. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly attempts: number;
  readonly mostAttempts: number;
  /** Reason of the last failure, without secrets. */
  readonly reason: string | null;
  readonly addedAt: Date;
  readonly lastTryAt: Date | null;
  /** When a delayed job is due. */
  readonly dueAt: Date | null;
}

/** The queues for staff, on either backend. */
export abstract class JobAdmin {
  abstract counts(): Promise<ReadonlyMap<QueueName, Readonly<Record<JobState, number>>>>;
  /** Newest first. */
  abstract list(queue: QueueName, state: JobState, window: ListWindow): Promise<StaffQueueJob[]>;
  abstract find(queue: QueueName, id: string): Promise<StaffQueueJob | null>;
  /** Requeues a failed job with all its attempts. False for one that has not failed. */
  abstract retry(queue: QueueName, id: string): Promise<boolean>;
}

/** An undelivered mail: refused by the address, or given up after a day. */
export interface DeadLetter {
  readonly id: string;
  readonly kind: MailKind;
  /** The id of what it is about: an order, a user, a message. */
  readonly about: string;
  readonly state: 'refused' | 'dead';
  readonly reason: string | null;
  readonly closedAt: Date;
}

/** The recipient of a mail, and the number of its order; null if it has none, or it is not known any more. */
export interface DeadLetterRecipient {
  readonly address: string | null;
  readonly orderNumber: string | null;
}

export abstract class DeadLetters {
  /** Newest first: all that were given up, and recently refused ones. */
  abstract list(): Promise<DeadLetter[]>;
  abstract recipientOf(mail: DeadLetter): Promise<DeadLetterRecipient>;
  /** Null for one that is not dead. Locked for the current transaction. */
  abstract find(id: string): Promise<DeadLetter | null>;
  /** Requeues it in the current transaction. False for one that is not dead. */
  abstract reopen(id: string): Promise<boolean>;
  /** Closes it without sending. False for one that is not dead. */
  abstract dismiss(id: string): Promise<boolean>;
}
