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
}

export const QUEUES = ['payments', 'delivery', 'upkeep'] as const;
export type QueueName = (typeof QUEUES)[number];

export abstract class Outbox {
  /** Writes the job down in the current transaction: it is done when that commits, or never. */
  abstract add(message: OutboxMessage): Promise<void>;
}

export interface Mail {
  /** RFC 5322 Message-ID without angle brackets: the same for every try of one mail, so that receivers can drop repeats. */
  readonly messageId: string;
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly attachments?: readonly { readonly filename: string; readonly contentType: string; readonly base64: string }[];
}

/** The mail server will never take this mail (SMTP 5xx): trying again is pointless. */
export class MailRefused extends Error {}

export abstract class Mailer {
  /** Resolves once the server has taken the mail over. @throws MailRefused for a permanent refusal; anything else may be tried again. */
  abstract send(mail: Mail): Promise<void>;
}
