import type { Database } from './database.ts';

export const behaviours = ['normal', 'late', 'twice', 'out-of-order', 'none', 'forged', 'stale'] as const;
export type Behaviour = (typeof behaviours)[number];

export interface Delivery {
  readonly id: number;
  /** Id of the event. */
  readonly event: string;
  readonly behaviour: Behaviour;
  readonly state: 'pending' | 'delivered' | 'given-up';
  readonly dueAt: number;
  readonly createdAt: number;
  readonly attempts: number;
  /** Result of the last attempt: a status code or an error. */
  readonly outcome: string | null;
}

const columns = 'id, event, behaviour, state, due_at as dueAt, created_at as createdAt, attempts, outcome';

/** The condition that an event was to be posted and was not taken: its webhook waits, was refused, or was never sent. */
export const IS_UNDELIVERED = `(id in (select event from deliveries where state <> 'delivered')
  and id not in (select event from deliveries where state = 'delivered'))`;

/** Pending webhooks, which survive kill -9. */
export class Deliveries {
  private readonly database: Database;

  constructor(database: Database) {
    this.database = database;
  }

  add(event: string, behaviour: Behaviour, dueAtMs: number, nowMs: number): void {
    this.database.run(
      'insert into deliveries (event, behaviour, due_at, created_at) values (?, ?, ?, ?)',
      event,
      behaviour,
      dueAtMs,
      nowMs,
    );
  }

  /** For an event that should be posted, and is not. */
  addUnsent(event: string, nowMs: number): void {
    this.database.run(
      `insert into deliveries (event, behaviour, state, due_at, created_at, outcome) values (?, 'none', 'given-up', ?, ?, 'not sent')`,
      event,
      nowMs,
      nowMs,
    );
  }

  /** Those that wait longest, `most` of them. */
  due(nowMs: number, most: number): Delivery[] {
    return this.database.rows<Delivery>(
      `select ${columns} from deliveries where state = 'pending' and due_at <= ? order by due_at, id limit ?`,
      nowMs,
      most,
    );
  }

  /** All that wait to be sent in the wrong order, newest first, due or not. */
  heldBack(): Delivery[] {
    return this.database.rows<Delivery>(
      `select ${columns} from deliveries where state = 'pending' and behaviour = 'out-of-order' and attempts = 0 order by id desc`,
    );
  }

  nextAfterMs(nowMs: number): number | null {
    const row = this.database.row<{ at: number | null }>(
      `select min(due_at) as at from deliveries where state = 'pending' and due_at > ?`,
      nowMs,
    );
    return row?.at ?? null;
  }

  settle(id: number, state: 'delivered' | 'given-up', outcome: string): void {
    this.database.run('update deliveries set state = ?, attempts = attempts + 1, outcome = ? where id = ?', state, outcome, id);
  }

  postpone(id: number, dueAtMs: number, outcome: string): void {
    this.database.run('update deliveries set due_at = ?, attempts = attempts + 1, outcome = ? where id = ?', dueAtMs, outcome, id);
  }

  /** Makes everything that waits due at once. */
  hurry(nowMs: number): void {
    this.database.run(`update deliveries set due_at = ? where state = 'pending'`, nowMs);
  }

  ofEvent(event: string): Delivery[] {
    return this.database.rows<Delivery>(`select ${columns} from deliveries where event = ? order by id`, event);
  }

  pendingOf(event: string): number {
    const row = this.database.row<{ n: number }>(`select count(*) as n from deliveries where event = ? and state = 'pending'`, event);
    return row?.n ?? 0;
  }

  clear(): void {
    this.database.run('delete from deliveries');
  }
}
