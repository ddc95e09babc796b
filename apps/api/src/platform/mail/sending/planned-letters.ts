import { Injectable } from '@nestjs/common';
import { type LetterKind, Letters, Outbox, type PlannedLetter } from '../../../shared/ports.ts';
import { letterJob } from './letter-job.ts';
import { LetterRows } from '../ports.ts';
import { ReopenLetter } from './reopen-letter.ts';

@Injectable()
export class PlannedLetters extends Letters {
  constructor(
    private readonly rows: LetterRows,
    private readonly outbox: Outbox,
    private readonly reopenLetter: ReopenLetter,
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

  override async reopen(about: string): Promise<number> {
    const ids = await this.rows.latestUndelivered(about);
    for (const id of ids) await this.reopenLetter.run(id);
    return ids.length;
  }

  override about(id: string, kind: LetterKind) {
    return this.rows.about(id, kind);
  }
}
