/**
 * Where the fakes of ports keep their rows, and what they lock as the SQL adapters do. In specs these are plain maps; the simulator's has
 * transactions that roll back.
 */
export abstract class Storage {
  /** A new table: rows by id. To change a row, set it again. */
  abstract table<Row extends object>(): Map<string, Row>;
  /** Locks a name until the transaction ends; waits for another transaction that has it locked. */
  abstract lock(name: string): Promise<void>;
  /** The same without waiting. False if another transaction has it locked. */
  abstract tryLock(name: string): boolean;
  /** Whether this transaction has it locked. */
  abstract holds(name: string): boolean;
  /** Like `lock`, but gives up after a while: false. */
  abstract lockForAWhile(name: string): Promise<boolean>;
  /** Gives back locks of this transaction, as `rollback to savepoint` does. Nothing was written under them. */
  abstract unlock(names: readonly string[]): void;
}

/** Nobody else is there. */
export class PlainStorage extends Storage {
  override table<Row extends object>(): Map<string, Row> {
    return new Map();
  }

  override async lock(): Promise<void> {}

  override tryLock(): boolean {
    return true;
  }

  override holds(): boolean {
    return true;
  }

  override async lockForAWhile(): Promise<boolean> {
    return true;
  }

  override unlock(): void {}
}
