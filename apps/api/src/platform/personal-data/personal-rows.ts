import { Injectable } from '@nestjs/common';

/**
 * The rows of one table that are about a person. Statements may name `:account` (an id or null), `:emails` (in lower case), `:ids` (all that
 * `ids` of all tables found), `:pseudonym` (an address), `:now` and `:until` (the time of the erasure, also where it is repeated).
 */
export interface PersonalRows {
  /** Their subject in an export, such as `orders`. */
  readonly name: string;
  /** For the export: columns with readable names, no keys and no hashes. Left out where the person has nothing of it. */
  readonly find?: string;
  /** One column `id`: by what mails, jobs, notes, alerts and events name the person or these rows. Run twice: it may use `:ids`. */
  readonly ids?: string;
  /** One column `email`: all addresses of the table. */
  readonly addresses?: string;
  /** Locks rows of the person that others may change into an obstacle. Runs before `obstacles`, in the transaction of the erasure. */
  readonly lock?: string;
  /** One column `sentence`: a row for each reason why the person cannot be erased now. */
  readonly obstacles?: string;
  /** Delete or clear the rows. Repeating them does no harm. */
  readonly erase: readonly string[];
}

/** Every module adds what its tables hold about people, as it adds to `Retention` what expires. The canary test finds what was forgotten. */
@Injectable()
export class PersonalTables {
  private readonly tables: PersonalRows[] = [];

  add(...tables: readonly PersonalRows[]): void {
    this.tables.push(...tables);
  }

  all(): readonly PersonalRows[] {
    return this.tables;
  }
}
