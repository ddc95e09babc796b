import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../shared/domain-error.ts';
import type { ListWindow } from '../../../shared/list-window.ts';
import { Clock, Transaction } from '../../../shared/ports.ts';
import { Audit, type StaffAct } from '../../ops/index.ts';
import type { ContactFile } from './contact.ts';

/** What visitors wrote to support. */
export abstract class ContactInbox {
  /** JSON in the wire's shape, latest first; files by name only. */
  abstract list(filter: { isDone?: boolean }, window: ListWindow): Promise<{ items: unknown[]; total: number }>;
  abstract file(id: string): Promise<ContactFile | null>;
  /** Null for an unknown one. Locks it. */
  abstract isDone(id: string): Promise<boolean | null>;
  /** Null: not done. */
  abstract setDone(id: string, done: { at: Date; by: string } | null): Promise<void>;
  abstract remove(id: string): Promise<void>;
}

export class MessageNotFound extends DomainError {
  readonly kind = 'not-found';
  constructor() {
    super('There is no such message, or it has no file.');
  }
}

/** Marks messages as done and deletes them. The audit log has the id, neither text nor sender. */
@Injectable()
export class ContactAdmin {
  constructor(
    private readonly contactInbox: ContactInbox,
    private readonly audit: Audit,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  /** @throws MessageNotFound */
  setDone(id: string, isDone: boolean, act: StaffAct): Promise<void> {
    return this.transaction.run(async () => {
      const before = await this.contactInbox.isDone(id);
      if (before === null) throw new MessageNotFound();
      if (before === isDone) return;
      await this.contactInbox.setDone(id, isDone ? { at: this.clock.now(), by: act.by.name } : null);
      await this.audit.record({
        ...act,
        action: isDone ? 'contact.done' : 'contact.reopen',
        subject: { type: 'message', id },
        before: { isDone: before },
        after: { isDone },
      });
    });
  }

  /** @throws MessageNotFound */
  remove(id: string, act: StaffAct): Promise<void> {
    return this.transaction.run(async () => {
      const isDone = await this.contactInbox.isDone(id);
      if (isDone === null) throw new MessageNotFound();
      await this.contactInbox.remove(id);
      await this.audit.record({ ...act, action: 'contact.remove', subject: { type: 'message', id }, before: { isDone } });
    });
  }
}
