import { Injectable } from '@nestjs/common';

/** Rows of a table that expire, and their retention period. */
export interface ExpiringRows {
  /** Retention in days, from the instant that the statement compares. */
  readonly afterDays: number;
  /**
   * Deletes or clears rows whose instant is before its one parameter: all of them, or the oldest `PURGE_BATCH`, where there may be many. It is
   * repeated while it finds so many.
   */
  readonly statement: string;
}

/**
 * The end of the years for which orders are accounting records, as an SQL expression of the statement's parameter: they are counted from the
 * end of the calendar year. Use it with `accountingDays`.
 */
export const ACCOUNTED_BEFORE = `date_trunc('year', ?::timestamptz, 'UTC')`;

/** A day late at most, never early. */
export function accountingDays(years: number): number {
  return Math.ceil(years * 365.25);
}

/** So many rows are deleted at a time, each time in a transaction of its own. */
export const PURGE_BATCH = 5000;

/**
 * A statement that hands ids to an SQL function which clears their rows (of a table that nothing else may change). `ids` is a query of one
 * column named `id`. The statement finds as many rows as the query, so that it is repeated like the others.
 */
export function clearedBy(sqlFunction: string, ids: string): string {
  return `with expired as materialized (${ids}), cleared as materialized (select ${sqlFunction}(array(select id from expired)))
    select from expired, cleared`;
}

/**
 * Every module adds what expires of its own tables: personal data, and records that would grow without end. Orders with their events, refunds,
 * sold keys, views of keys and the audit log are evidence and accounting records: they stay, and lose what leads to people.
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
