import { Injectable } from '@nestjs/common';
import type { Batched } from '../../shared/batches.ts';
import type { MailKind, Mail, PlannedMail } from '../../shared/ports.ts';

export type MailDraft = Omit<Mail, 'messageId'>;

/** How a mail ended. `refused`: there is no such address. `dropped`: no longer needed. `dead`: given up; staff decide. */
export type MailEnd = 'sent' | 'refused' | 'dropped' | 'dead';

export interface ClaimedMail extends PlannedMail {
  /** The number of attempts before, of processes that died in one too. */
  readonly tries: number;
  /** Whether the latest attempt before has no outcome: its process died, or stood still. */
  readonly isTakenOver: boolean;
}

/** An undelivered mail: `refused` or `dead`. */
export interface UndeliveredMail extends PlannedMail {
  readonly state: 'refused' | 'dead';
  readonly reason: string | null;
  readonly closedAt: Date;
}

/** The recipient of a mail, and the number of its order. Null: none, or not known any more. */
export interface MailRecipient {
  readonly address: string | null;
  readonly orderNumber: string | null;
}

/** How far clocks of computers may differ: a mail may be taken for its next try so much before its time. */
export const CLOCK_SKEW_MS = 2000;

/**
 * `busy`: another process has claimed it, or died with its claim a short while ago. `closed`: sent, refused or dropped. `not due`: it waits for
 * its next try, which has a job of its own.
 */
export type Claim = ClaimedMail | 'busy' | 'closed' | 'not due';

/** One row per mail: the record that it was sent, and the lock against sending it twice. */
export abstract class MailRows {
  /** Stores mails to be sent. A second call with the same id changes nothing. */
  abstract add(...mails: readonly PlannedMail[]): Promise<void>;
  /** Claims the mail for sending. A claim that has expired is an attempt that failed. */
  abstract claim(id: string): Promise<Claim>;
  /** Keeps a claim from growing old while its holder works. */
  abstract renewClaim(id: string): Promise<void>;
  /**
   * Releases a claimed mail after an attempt that failed for `reason`, to be retried at `nextTryAt`. `by`: whether its mailbox deferred it,
   * which is stored, or the shop's delivery failed before that.
   */
  abstract putBack(id: string, reason: string, nextTryAt: Date, by?: 'mailbox' | 'delivery'): Promise<void>;
  /** Closes claimed mails. Returns how many: those that are closed already are not changed. */
  abstract settle(id: string | readonly string[], as: MailEnd, reason?: string): Promise<number>;
  /** Drops mails that wait for their first or next attempt. Returns how many. */
  abstract withdraw(about: string, kind: MailKind): Promise<number>;
  /** A dead or refused mail, locked for the transaction; null for any other. */
  abstract findUndelivered(id: string): Promise<UndeliveredMail | null>;
  /** Reopens a dead or refused mail with all its attempts. False for any other. */
  abstract reopen(id: string): Promise<boolean>;
  /** Drops a dead or refused mail that staff have dealt with. False for any other. */
  abstract dismiss(id: string): Promise<boolean>;
  /** Undelivered mails, newest first: refused ones closed since `since`, and all dead ones, which stay until staff close them. */
  abstract undelivered(since: Date, limit: number): Promise<UndeliveredMail[]>;
  /** Of each kind the latest mail about something, if it is undelivered. */
  abstract latestUndelivered(about: string): Promise<string[]>;
  /** Oldest first. `isOpen`: not ended. `hasLeft`: being handed to the mail server, or accepted by it. */
  abstract about(id: string, kind: MailKind): Promise<{ id: string; plannedAt: Date; isOpen: boolean; hasLeft: boolean }[]>;
  /** Open mails whose first or next attempt was due before `before`: a safety net for lost jobs. */
  abstract overdue(before: Date): Promise<string[]>;
}

export type MailNote = 'sent' | 'refused' | 'dead' | 'delayed';

/**
 * Renders mails of some kinds. A module provides one per kind or group and adds it to `MailWriters` in its constructor. It is called in the
 * worker, outside a transaction, once per attempt: a secret that is stored only as a hash (a reset token) is created here, so that the plain
 * text exists only in this mail.
 */
export abstract class MailWriter {
  abstract readonly kinds: readonly MailKind[];

  /** Null if there is no recipient any more: the mail is dropped. After an exception it is retried later. */
  abstract write(mail: ClaimedMail): Promise<MailDraft | null>;

  /**
   * Sample mails for the page in development and for the tests of all templates: no I/O, made-up data. `untrusted` replaces all text of
   * visitors, buyers and the catalogue.
   */
  abstract samples(untrusted?: string): readonly { readonly name: string; readonly kind: MailKind; readonly draft: MailDraft }[];

  /** The recipient of a mail, for staff; null if it is not known any more. Read-only. */
  abstract recipientOf(mail: PlannedMail): Promise<MailRecipient | null>;

  /** Runs in the transaction that records the outcome. `delayed`: the first attempt failed, others follow. `reason` is null for `sent`. */
  async noted(_mail: PlannedMail, _what: MailNote, _reason: string | null): Promise<void> {}

  /**
   * `noted(…, 'sent')` for many mails at once, in their common transaction. Returns the ids of those that it noted; the others are noted one
   * by one.
   */
  async notedSent(_mails: readonly Batched<ClaimedMail>[]): Promise<ReadonlySet<string>> {
    return new Set();
  }

  /** Runs in the transaction that drops the mail: a recipient may exist again. */
  async dropped(_mail: PlannedMail): Promise<void> {}
}

@Injectable()
export class MailWriters {
  private readonly writers: MailWriter[] = [];

  add(writer: MailWriter): void {
    this.writers.push(writer);
  }

  all(): readonly MailWriter[] {
    return this.writers;
  }

  /** @throws Error for a kind of a newer version of the shop: its workers send it. */
  of(kind: MailKind): MailWriter {
    const writer = this.writers.find(({ kinds }) => kinds.includes(kind));
    if (!writer) throw new Error(`This version has no writer for mails of the kind ${kind}.`);
    return writer;
  }
}
