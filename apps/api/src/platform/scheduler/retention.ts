import { Injectable } from '@nestjs/common';

/** Personal data in a table, and its retention period. */
export interface ExpiringRows {
  /** Retention in days, from the instant that the statement compares. */
  readonly afterDays: number;
  /** Deletes or clears the rows whose instant is before its one parameter. */
  readonly statement: string;
}

/**
 * Every module adds the personal data of its own tables that expire. Orders, payments and views of keys do not: they are accounting records.
 */
@Injectable()
export class Retention {
  private readonly rows: ExpiringRows[] = [];

  add(...rows: readonly ExpiringRows[]): void {
    this.rows.push(...rows);
  }

  all(): readonly ExpiringRows[] {
    return this.rows;
  }
}
