import type { ListWindow } from '../../../shared/list-window.ts';
import type { MailKind, QueueName } from '../../../shared/ports.ts';

export const JOB_STATES = ['waiting', 'active', 'delayed', 'failed'] as const;
export type JobState = (typeof JOB_STATES)[number];

export interface StaffQueueJob {
  readonly queue: QueueName;
  readonly id: string;
  readonly name: string;
  readonly state: JobState | 'gone';
  /** Ids only, as in every job. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly attempts: number;
  readonly mostAttempts: number;
  /** Why the last try failed, in words that may be told. */
  readonly reason: string | null;
  readonly addedAt: Date;
  readonly lastTryAt: Date | null;
  /** When a delayed job is due. */
  readonly dueAt: Date | null;
}

/** The queues as the staff sees them, on whatever they run. */
export abstract class JobAdmin {
  abstract counts(): Promise<ReadonlyMap<QueueName, Readonly<Record<JobState, number>>>>;
  /** Newest first. */
  abstract list(queue: QueueName, state: JobState, window: ListWindow): Promise<StaffQueueJob[]>;
  abstract find(queue: QueueName, id: string): Promise<StaffQueueJob | null>;
  /** Puts a failed job back in line, with all its tries. False for one that has not failed. */
  abstract retry(queue: QueueName, id: string): Promise<boolean>;
}

/** A mail that nobody got: the address refused it, or it was given up after a day of tries. */
export interface DeadLetter {
  readonly id: string;
  readonly kind: MailKind;
  /** The id of what it is about: an order, a user, a message. */
  readonly about: string;
  readonly state: 'refused' | 'dead';
  readonly reason: string | null;
  readonly closedAt: Date;
}

/** Who was to read a mail, and the number of the order that it is about; null where it is about none, or that is not known any more. */
export interface DeadLetterRecipient {
  readonly address: string | null;
  readonly orderNumber: string | null;
}

export abstract class DeadLetters {
  /** Newest first: all that were given up, and what was refused of late. */
  abstract list(): Promise<DeadLetter[]>;
  abstract recipientOf(mail: DeadLetter): Promise<DeadLetterRecipient>;
  /** Null for one that is not dead. Locked for the current transaction. */
  abstract find(id: string): Promise<DeadLetter | null>;
  /** Has it sent after all, in the current transaction. False for one that is not dead. */
  abstract reopen(id: string): Promise<boolean>;
  /** Takes it off the list, not sent. False for one that is not dead. */
  abstract dismiss(id: string): Promise<boolean>;
}
