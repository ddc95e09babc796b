import { Injectable } from '@nestjs/common';
import type { MailKind, Mail, PlannedMail } from '../../shared/ports.ts';

export type MailDraft = Omit<Mail, 'messageId'>;

/** How a letter ended. `refused`: there is no such address. `dropped`: not to be sent any more. `dead`: given up; people decide. */
export type MailEnd = 'sent' | 'refused' | 'dropped' | 'dead';

export interface ClaimedMail extends PlannedMail {
  /** How often it was tried before. */
  readonly tries: number;
}

/** A letter that nobody got: `refused` or `dead`. */
export interface UndeliveredMail extends PlannedMail {
  readonly state: 'refused' | 'dead';
  readonly reason: string | null;
  readonly closedAt: Date;
}

/** Who was to read a letter, and the number of the order that it is about. Null: nobody's, or not known any more. */
export interface MailRecipient {
  readonly address: string | null;
  readonly orderNumber: string | null;
}

/** One row per letter: the proof that it left, and the lock that keeps it from leaving twice. */
export abstract class MailRows {
  /** Notes that a letter is to be sent. A second call under the same id changes nothing. */
  abstract add(mail: PlannedMail): Promise<void>;
  /** Takes the letter for sending. `busy`: another process has it, or died with it a short while ago. `closed`: sent, refused or dropped. */
  abstract claim(id: string): Promise<ClaimedMail | 'busy' | 'closed'>;
  /** Keeps a claim from growing old while its holder works. */
  abstract renewClaim(id: string): Promise<void>;
  /**
   * Gives a claimed letter back after a try that failed for `reason`, to be tried again at `nextTryAt`. `by`: whether its own mailbox put it off,
   * which is remembered, or the shop's delivery did not get so far.
   */
  abstract putBack(id: string, reason: string, nextTryAt: Date, by?: 'mailbox' | 'delivery'): Promise<void>;
  abstract settle(id: string, as: MailEnd, reason?: string): Promise<void>;
  /** Drops letters that are waiting for a try, whether others failed before or not. Answers how many. */
  abstract withdraw(about: string, kind: MailKind): Promise<number>;
  /** A dead or refused letter, locked for the transaction; null for any other. */
  abstract findUndelivered(id: string): Promise<UndeliveredMail | null>;
  /** Opens a dead or refused letter again, as if it had never been tried. False for any other. */
  abstract reopen(id: string): Promise<boolean>;
  /** Drops a dead or refused letter: people have dealt with it. False for any other. */
  abstract dismiss(id: string): Promise<boolean>;
  /** Letters that nobody got, newest first: refused ones closed since `since`, and all dead ones, which stay until people have dealt with them. */
  abstract undelivered(since: Date, limit: number): Promise<UndeliveredMail[]>;
  /** Of each kind the latest letter about something, where nobody got that one. */
  abstract latestUndelivered(about: string): Promise<string[]>;
  /** Oldest first. `isOpen`: not ended. `hasLeft`: in hand for the mail server, or taken over by it. */
  abstract about(id: string, kind: MailKind): Promise<{ id: string; plannedAt: Date; isOpen: boolean; hasLeft: boolean }[]>;
  /** Open letters whose first or next try was due before `before`: the net below the queue. */
  abstract overdue(before: Date): Promise<string[]>;
}

export type MailNote = 'sent' | 'refused' | 'dead' | 'delayed';

/**
 * Who writes letters of some kinds. A module provides one per kind or family and adds it to `MailWriters` in its constructor.
 * It is called in the worker, outside a transaction, once per try: a secret that may be stored as a hash only (a reset token) is
 * made here and its hash saved, so that the plain one exists in this letter and nowhere else.
 */
export abstract class MailWriter {
  abstract readonly kinds: readonly MailKind[];

  /** Null when there is nobody to write to any more: the letter is dropped. Anything thrown is tried again later. */
  abstract write(mail: ClaimedMail): Promise<MailDraft | null>;

  /**
   * Sample letters for the page in development and for the tests of all templates: no I/O, made-up data.
   * `foreign` stands wherever a letter holds words of visitors, buyers or the catalogue.
   */
  abstract samples(foreign?: string): readonly { readonly name: string; readonly kind: MailKind; readonly draft: MailDraft }[];

  /** For the shop's people, of one letter of its kinds; null where it is not known any more. Changes nothing. */
  abstract recipientOf(mail: PlannedMail): Promise<MailRecipient | null>;

  /** Runs in the transaction that notes the outcome. `delayed`: the first try failed, others follow. `reason` is null for `sent`. */
  async noted(_mail: PlannedMail, _what: MailNote, _reason: string | null): Promise<void> {}

  /** Runs in the transaction that drops the letter: there may be somebody to write to again. */
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

  /** @throws Error for a kind that a newer version of the shop has planned: its workers send it. */
  of(kind: MailKind): MailWriter {
    const writer = this.writers.find(({ kinds }) => kinds.includes(kind));
    if (!writer) throw new Error(`Nobody here writes letters of the kind ${kind}.`);
    return writer;
  }
}
