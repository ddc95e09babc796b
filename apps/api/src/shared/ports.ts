import type { Batches, BatchWork, InContext } from './batches.ts';

/** The one clock of API, worker and jobs. Tests move it. */
export abstract class Clock {
  abstract now(): Date;
}

export abstract class Ids {
  /** A new own id: lower-case ULID, 26 characters, without dashes. */
  abstract next(): string;
  /** An order number for support: `K` and nine digits, not guessable from another. */
  abstract orderNumber(): string;
  /** An unguessable token, 256 bits, safe in addresses and cookies. */
  abstract token(): string;
}

export abstract class Transaction {
  /** Runs `work` in one database transaction; adapters called inside take part in it. Joins one that is open. */
  abstract run<T>(work: () => Promise<T>): Promise<T>;
  /** Batches whose items share a transaction; `alone` begins its own. */
  abstract batches<Item, Result>(work: BatchWork<Item, Result>): Batches<Item, Result>;
  /** Calls `work` once the current transaction has committed, and not where it fails; at once outside of one. For hints only: a crash loses it. */
  abstract afterCommit(work: () => void): void;
}

/** A job to be done after the transaction commits. Its data holds ids only: no key, no token, no personal data. */
export interface OutboxMessage {
  readonly queue: QueueName;
  readonly job: string;
  /** The queue drops a second job with the same id. `order, kind, attempt number` makes "send again" a new one. */
  readonly id: string;
  readonly data: Readonly<Record<string, string | number>>;
  /** Not before this moment of the shop's clock; left out: at once. The delay is stored in the database and survives restarts. */
  readonly dueAt?: Date;
  /** The context that the job comes from, where that is not the caller's. */
  readonly inContext?: InContext;
}

export const QUEUES = ['payments', 'delivery', 'upkeep'] as const;
export type QueueName = (typeof QUEUES)[number];

/** Completed jobs are removed, so there is no such state. */
export const JOB_STATES = ['waiting', 'active', 'delayed', 'failed'] as const;
export type JobState = (typeof JOB_STATES)[number];

export abstract class Outbox {
  /** Stores jobs in the current transaction: they run if that commits, or never. */
  abstract add(...messages: readonly OutboxMessage[]): Promise<void>;
}

export abstract class Throttle {
  /**
   * Counts one hit in `bucket`, safe for concurrent calls. Null while there are at most `most` in `windowMs`, otherwise the whole seconds
   * until the window ends. `of` says what is counted: limits of networks are multiplied by RATE_LIMIT_SCALE, those of an account are not.
   */
  abstract hit(bucket: string, most: number, windowMs: number, of?: 'account' | 'network'): Promise<number | null>;
  /** Adds hits that were counted elsewhere: what `bucket` has counted with them in its window, and the whole seconds until that ends. */
  abstract add(bucket: string, hits: number, windowMs: number): Promise<{ readonly hits: number; readonly endsInSeconds: number }>;
  /** What `bucket` has counted in the window that is open, and the whole seconds until that ends; 0 and 0 where none is. Counts nothing itself. */
  abstract counted(bucket: string): Promise<{ readonly hits: number; readonly endsInSeconds: number }>;
  /** Removes one hit. */
  abstract giveBack(bucket: string): Promise<void>;
  /** Resets `bucket` to 0. */
  abstract forget(bucket: string): Promise<void>;
}

/** Names that can be used once: a solved challenge, a pass, a nonce, a revoked login. Names may contain secrets: they are stored hashed. */
export abstract class SingleUse {
  /** Stores `name` until `until`; false if it is stored already. Safe for concurrent calls. */
  abstract note(name: string, until: Date): Promise<boolean>;
  /** Whether `name` is stored and has not expired. */
  abstract isNoted(name: string): Promise<boolean>;
  /** Uses up a stored name: true once, before it expires. */
  abstract take(name: string): Promise<boolean>;
}

export abstract class CaptchaGate {
  /**
   * Uses up the captcha pass of the browser. Call it after validation of the input, so that a typing error needs no second captcha; but
   * before what costs much, such as reading an upload.
   * @throws a DomainError, "Please verify the captcha.", where there is no pass, an old one or a used one.
   */
  abstract spend(pass: string | null): Promise<void>;
}

export interface Mail {
  /** RFC 5322 Message-ID without angle brackets: the same for every attempt of one mail, so that receivers can drop duplicates. */
  readonly messageId: string;
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** Who gets an answer, where that is not the shop. */
  readonly replyTo?: string;
  /** Header lines besides the usual ones (`List-Unsubscribe`). */
  readonly headers?: Readonly<Record<string, string>>;
  readonly attachments?: readonly { readonly filename: string; readonly contentType: string; readonly base64: string }[];
}

/**
 * The mail server refused this mail permanently. `what` is at fault: the address (there is no such mailbox), or the mail itself. The message
 * is for staff and does not contain the address.
 */
export class MailRefused extends Error {
  readonly what: 'address' | 'mail';

  constructor(message: string, what: 'address' | 'mail' = 'address') {
    super(message);
    this.what = what;
  }
}

/**
 * One mailbox accepts nothing for now (it is full, or disabled). A temporary failure that does not concern the shop's delivery. The message
 * is for staff and does not contain the address.
 */
export class MailboxBusy extends Error {}

export abstract class Mailer {
  /**
   * Resolves once the server has accepted the mail. @throws MailRefused for a permanent refusal; MailboxBusy and any other error can be
   * retried.
   */
  abstract send(mail: Mail): Promise<void>;
  /** Resolves if the server accepts the login; sends nothing. @throws if it does not. */
  abstract ping(): Promise<void>;
}

/** Every kind of mail. The page /dev/mails shows a sample of each. */
export const MAIL_KINDS = [
  'keys',
  'waiting',
  'refund',
  'staff-refund',
  'refund-bounced',
  'verification',
  'password-reset',
  'address-taken',
  'password-changed',
  'account-closed',
  'account-erased',
  'close-account',
  'personal-data',
  'contact',
  'newsletter-confirm',
  'undelivered-alert',
  'low-stock',
  'alert',
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

export interface PlannedMail {
  /** Deterministic: job id and Message-ID too. "Send again" is a new id, the same id twice is one mail. No personal data. */
  readonly id: string;
  readonly kind: MailKind;
  /** The id of the mail's subject (an order, a user, a message): its writer reads the rest when it is sent. */
  readonly about: string;
}

export abstract class MailOutbox {
  /**
   * Stores mails and the jobs that send them, in the current transaction: they are sent if that commits, or never. `inContext`: where a mail
   * comes from, where that is not the caller's.
   */
  abstract plan(...mails: readonly (PlannedMail & { readonly inContext?: InContext })[]): Promise<void>;
  /**
   * Withdraws mails of one kind that were not sent, including those that wait for a retry, but not those that a worker is sending. Returns
   * how many, in the current transaction.
   */
  abstract withdraw(about: string, kind: MailKind): Promise<number>;
  /** Reopens refused and abandoned mails about something: of each kind the latest, if it is one. Returns how many. */
  abstract reopen(about: string): Promise<number>;
  /**
   * Mails of one kind about something, oldest first. `isOpen`: not ended. `hasLeft`: being handed to the mail server, or accepted by it.
   */
  abstract about(
    id: string,
    kind: MailKind,
  ): Promise<{ readonly id: string; readonly plannedAt: Date; readonly isOpen: boolean; readonly hasLeft: boolean }[]>;
}

/** A planned mail with its state. */
export interface MailRecord extends PlannedMail {
  /** `sending`: being handed to the mail server. `refused`: there is no such address. `dropped`: no longer needed. `dead`: given up. */
  readonly state: 'waiting' | 'sending' | 'sent' | 'refused' | 'dropped' | 'dead';
  /** The number of attempts. */
  readonly tries: number;
  /** Why the latest attempt failed; null if none did. */
  readonly reason: string | null;
  readonly plannedAt: Date;
  /** When the mail server took it; null if it has not. */
  readonly sentAt: Date | null;
  /** ISO 8601. */
  readonly nextTryAt: string | null;
}

/**
 * State of the mails about something, by the latest of each kind: one was refused permanently (there is no such address), or given up
 * (`dead`); one is still to be sent (`waiting`); all were sent (`sent`).
 */
export const MAIL_STATES = ['refused', 'dead', 'waiting', 'sent'] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** Planned mails, for the modules that planned them. Read-only. */
export abstract class MailReads {
  /** All mails about one subject, oldest first. */
  abstract about(id: string): Promise<MailRecord[]>;
  /** The state of each of these subjects that has mails other than dropped ones, by its id. */
  abstract statesOf(ids: readonly string[]): Promise<ReadonlyMap<string, MailState>>;
}

/** Kinds of alerts. `ALERTS_OFF` lists those that are not mailed. */
export const ALERT_KINDS = [
  'dispute',
  'mail-undelivered',
  'stock-empty',
  'payment-mismatch',
  'key-looks',
  'order-held',
  'rates-old',
  'supplier-balance',
  'supplier-stale',
  'supplier-refusals',
  'supplier-purchase',
  'price-jump',
] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

export interface Alert {
  readonly kind: AlertKind;
  /** The id of the event: one alert for the same kind and id. */
  readonly id: string;
  /** Name of the subject: an order's number, a product's name. */
  readonly about: string;
  /** Short description of the event. No key, no address of a person. */
  readonly detail: string;
  /** Link to details; null: none. */
  readonly link?: string | null;
}

/** Alerts to staff, by mail to `ALERT_EMAIL`: the first of each kind at once, later ones together at most once an hour. */
export abstract class Alerts {
  /** Raises an alert in the current transaction: it is mailed if that commits, or never. A repeated call changes nothing. */
  abstract raise(alert: Alert): Promise<void>;
}
