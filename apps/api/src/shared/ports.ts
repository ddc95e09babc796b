/** The one clock of API, worker and jobs. Tests move it. */
export abstract class Clock {
  abstract now(): Date;
}

export abstract class Ids {
  /** A new own id: lower-case ULID, 26 characters, without dashes. */
  abstract next(): string;
  /** What a person reads out to support: `K` and nine digits, not guessable from another. */
  abstract orderNumber(): string;
  /** An unguessable token, 256 bits, safe in addresses and cookies. */
  abstract token(): string;
}

export abstract class Transaction {
  /** Runs `work` in one database transaction; adapters called inside take part in it. Joins one that is open. */
  abstract run<T>(work: () => Promise<T>): Promise<T>;
}

/** A job to be done after the transaction commits. Its data holds ids only: no key, no token, no personal data. */
export interface OutboxMessage {
  readonly queue: QueueName;
  readonly job: string;
  /** The queue drops a second job with the same id. `order, kind, attempt number` makes "send again" a new one. */
  readonly id: string;
  readonly data: Readonly<Record<string, string | number>>;
  /** Not before this moment of the shop's clock; left out: at once. The wait lies in the database and outlives every process. */
  readonly dueAt?: Date;
}

export const QUEUES = ['payments', 'delivery', 'upkeep'] as const;
export type QueueName = (typeof QUEUES)[number];

export abstract class Outbox {
  /** Writes the job down in the current transaction: it is done when that commits, or never. */
  abstract add(message: OutboxMessage): Promise<void>;
}

export abstract class Throttle {
  /**
   * Counts one more hit in `bucket`, however many come at a time. Null while there are at most `most` in `windowMs`,
   * otherwise the whole seconds until the window ends.
   * `of` says what is counted: what one network may do is stretched like every limit, what is tried on one account is not.
   */
  abstract hit(bucket: string, most: number, windowMs: number, of?: 'account' | 'network'): Promise<number | null>;
  /** What `bucket` has counted in the window that is open, and the whole seconds until that ends; 0 and 0 where none is. Counts nothing itself. */
  abstract counted(bucket: string): Promise<{ readonly hits: number; readonly endsInSeconds: number }>;
  /** Takes one hit back. */
  abstract giveBack(bucket: string): Promise<void>;
  /** Forgives what `bucket` has counted. */
  abstract forget(bucket: string): Promise<void>;
}

/** What may happen once: a solved challenge, a pass, a nonce, the end of a login. Names may hold secrets: they are kept hashed. */
export abstract class SingleUse {
  /** Notes `name` until `until`; false where it is noted already, however many ask at a time. */
  abstract note(name: string, until: Date): Promise<boolean>;
  /** Whether `name` was noted, before its end. */
  abstract isNoted(name: string): Promise<boolean>;
  /** Uses up what was noted: true once, before its end. */
  abstract take(name: string): Promise<boolean>;
}

export abstract class CaptchaGate {
  /**
   * Uses up the pass that a solved captcha gave the browser. Ask after the input was checked, so that a typing error costs no second captcha.
   * @throws a DomainError, "Please verify the captcha.", where there is no pass, an old one or a used one.
   */
  abstract spend(pass: string | null): Promise<void>;
}

export interface Mail {
  /** RFC 5322 Message-ID without angle brackets: the same for every try of one mail, so that receivers can drop repeats. */
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
 * The mail server will never take this mail: trying again is pointless. `what` is at fault: the address (there is no such mailbox),
 * or the mail itself. The message is a sentence for the shop's people, without the address.
 */
export class MailRefused extends Error {
  readonly what: 'address' | 'mail';

  constructor(message: string, what: 'address' | 'mail' = 'address') {
    super(message);
    this.what = what;
  }
}

/**
 * One mailbox takes nothing for now: it is full, or closed for a while. It says nothing about the shop's delivery, and may pass.
 * The message is a sentence for the shop's people, without the address.
 */
export class MailboxBusy extends Error {}

export abstract class Mailer {
  /** Resolves once the server has taken the mail over. @throws MailRefused for a permanent refusal; MailboxBusy, and anything else, may be tried again. */
  abstract send(mail: Mail): Promise<void>;
  /** Resolves where the server lets the shop in; sends nothing. @throws where it does not. */
  abstract ping(): Promise<void>;
}

/** Every letter that the shop writes. The page /dev/mails shows a sample of each. */
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
  'contact',
  'newsletter-confirm',
  'undelivered-alert',
  'low-stock',
  'alert',
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

export interface PlannedMail {
  /** Deterministic: job id and Message-ID too. "Send again" is a new id, the same id twice is one letter. No personal data. */
  readonly id: string;
  readonly kind: MailKind;
  /** The id of what the letter is about (an order, a user, a message): its writer reads the rest when it is sent. */
  readonly about: string;
}

export abstract class MailOutbox {
  /** Notes a letter and the job that sends it, in the current transaction: it leaves once that commits, or never. */
  abstract plan(mail: PlannedMail): Promise<void>;
  /** Takes back letters of one kind that have not left, those that are to be tried again included; what a worker has in hand stays. Answers how many, in the current transaction. */
  abstract withdraw(about: string, kind: MailKind): Promise<number>;
  /** Has letters about something sent after all that were refused or given up: of each kind the latest, where that is one. Answers how many. */
  abstract reopen(about: string): Promise<number>;
  /** Letters of one kind that were planned about something, oldest first. `isOpen`: on its way. `hasLeft`: in hand for the mail server, or taken over by it. */
  abstract about(
    id: string,
    kind: MailKind,
  ): Promise<{ readonly id: string; readonly plannedAt: Date; readonly isOpen: boolean; readonly hasLeft: boolean }[]>;
}

/** A letter that was planned, and how far it has come. */
export interface MailRecord extends PlannedMail {
  /** `sending`: in hand for the mail server. `refused`: there is no such address. `dropped`: not to be sent any more. `dead`: given up. */
  readonly state: 'waiting' | 'sending' | 'sent' | 'refused' | 'dropped' | 'dead';
  /** How often it was tried. */
  readonly tries: number;
  /** Why the latest try failed; null where none did. */
  readonly reason: string | null;
  readonly plannedAt: Date;
  /** ISO 8601. */
  readonly nextTryAt: string | null;
}

/**
 * What became of the letters about something, of which the latest of each kind counts: one was refused for good (there is no such address), or
 * given up (`dead`); one is on its way (`waiting`); all have left (`sent`).
 */
export const MAIL_STATES = ['refused', 'dead', 'waiting', 'sent'] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** Which letters were planned, for the modules that planned them. Reads only. */
export abstract class MailReads {
  /** All about one thing, oldest first. */
  abstract about(id: string): Promise<MailRecord[]>;
  /** The state of each of these things that has letters other than dropped ones, by its id. */
  abstract statesOf(ids: readonly string[]): Promise<ReadonlyMap<string, MailState>>;
}

/** What the shop's people are told of by mail. `ALERTS_OFF` names those that they do not want. */
export const ALERT_KINDS = ['dispute', 'mail-undelivered', 'stock-empty', 'payment-mismatch'] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

export interface Alert {
  readonly kind: AlertKind;
  /** The id of what happened: of the same kind and id people are told once. */
  readonly id: string;
  /** What it is about, as people call it: an order's number, a product's name. */
  readonly about: string;
  /** What happened, in a few words. No key, no address of a person. */
  readonly detail: string;
  /** Where people see more of it; null: nowhere. */
  readonly link?: string | null;
}

/** Tells the shop's people of what needs them, by mail to `ALERT_EMAIL`: each kind at once, and then what came up since at most once an hour. */
export abstract class Alerts {
  /** Notes an alert in the current transaction: people are told once that commits, or never. A repeat changes nothing. */
  abstract raise(alert: Alert): Promise<void>;
}
