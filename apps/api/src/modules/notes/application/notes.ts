import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../shared/domain-error.ts';
import { Clock, Ids, Transaction } from '../../../shared/ports.ts';
import { Audit, type StaffAct } from '../../ops/index.ts';

/** What a note is about, by the names that the audit log uses. */
export interface NoteSubject {
  readonly type: 'customer' | 'order';
  readonly id: string;
}

const ADDED = { customer: 'customers.note', order: 'orders.note' } as const;
const REMOVED = { customer: 'customers.remove-note', order: 'orders.remove-note' } as const;

export interface StaffNote {
  readonly id: string;
  readonly text: string;
  /** Name of the ops key that wrote it. */
  readonly by: string;
  readonly at: Date;
}

/** Notes of staff on customers and orders. Buyers never see them. */
export abstract class Notes {
  /** Newest first, at most 100. */
  abstract about(subject: NoteSubject): Promise<StaffNote[]>;
  abstract add(subject: NoteSubject, note: StaffNote): Promise<void>;
  /** Deletes a note. Answers what it was about; null where there is none. */
  abstract remove(id: string): Promise<NoteSubject | null>;
}

export class NoteNotFound extends DomainError {
  readonly kind = 'not-found';
  constructor() {
    super('There is no such note.');
  }
}

/** Adds and deletes notes. The audit log has the id of the note, not its text. */
@Injectable()
export class EditNotes {
  constructor(
    private readonly notes: Notes,
    private readonly audit: Audit,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** @param subject must exist: ask its module before. */
  add(subject: NoteSubject, text: string, act: StaffAct): Promise<void> {
    return this.transaction.run(async () => {
      const id = this.ids.next();
      await this.notes.add(subject, { id, text, by: act.by.name, at: this.clock.now() });
      await this.audit.record({ ...act, action: ADDED[subject.type], subject, after: { noteId: id } });
    });
  }

  /** For good. @throws NoteNotFound */
  remove(id: string, act: StaffAct): Promise<void> {
    return this.transaction.run(async () => {
      const subject = await this.notes.remove(id);
      if (subject === null) throw new NoteNotFound();
      await this.audit.record({ ...act, action: REMOVED[subject.type], subject, before: { noteId: id } });
    });
  }
}
