import { Injectable } from '@nestjs/common';

/** What people left behind in a table, and when it ends. */
export interface ExpiringRows {
  /** Days from the instant that the statement compares with. */
  readonly afterDays: number;
  /** Deletes or clears the rows whose instant lies before its one parameter. */
  readonly statement: string;
}

/** Every module adds what of its own tables is not kept for ever. Orders, payments and looks at keys are: they are the books. */
@Injectable()
export class PersonalData {
  private readonly rows: ExpiringRows[] = [];

  add(...rows: readonly ExpiringRows[]): void {
    this.rows.push(...rows);
  }

  all(): readonly ExpiringRows[] {
    return this.rows;
  }
}
