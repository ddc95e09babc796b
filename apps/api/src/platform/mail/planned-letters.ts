import { Injectable } from '@nestjs/common';
import { type LetterKind, Letters, Outbox, type OutboxMessage, type PlannedLetter } from '../../shared/ports.ts';
import { LetterRows } from './ports.ts';

@Injectable()
export class PlannedLetters extends Letters {
  constructor(
    private readonly rows: LetterRows,
    private readonly outbox: Outbox,
  ) {
    super();
  }

  override async plan(letter: PlannedLetter): Promise<void> {
    await this.rows.add(letter);
    await this.outbox.add(letterJob(letter.id));
  }

  override withdraw(about: string, kind: LetterKind) {
    return this.rows.withdraw(about, kind);
  }

  override about(id: string, kind: LetterKind) {
    return this.rows.about(id, kind);
  }
}

/** The job that sends a letter. It is called by its letter, so that a second one under the same id is dropped. */
export function letterJob(letterId: string): OutboxMessage {
  return { queue: 'delivery', job: 'send-mail', id: letterId, data: { mailId: letterId } };
}
