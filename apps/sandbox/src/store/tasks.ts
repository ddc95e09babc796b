import type { Database } from './database.ts';

export type TaskKind = 'transfer-succeeds' | 'transfer-fails' | 'refund-succeeds' | 'refund-fails';

export interface Task {
  readonly id: number;
  readonly kind: TaskKind;
  /** Id of the session or refund that it is about. */
  readonly subject: string;
}

/** Timed events: a transfer arrives, a refund fails. */
export class Tasks {
  private readonly database: Database;

  constructor(database: Database) {
    this.database = database;
  }

  add(kind: TaskKind, subject: string, dueAtMs: number): void {
    this.database.run('insert into tasks (kind, subject, due_at) values (?, ?, ?)', kind, subject, dueAtMs);
  }

  due(nowMs: number): Task[] {
    return this.database.rows<Task>('select id, kind, subject from tasks where due_at <= ? order by due_at, id', nowMs);
  }

  nextAtMs(): number | null {
    return this.database.row<{ at: number | null }>('select min(due_at) as at from tasks')?.at ?? null;
  }

  remove(id: number): void {
    this.database.run('delete from tasks where id = ?', id);
  }

  forget(subject: string): void {
    this.database.run('delete from tasks where subject = ?', subject);
  }

  clear(): void {
    this.database.run('delete from tasks');
  }
}
