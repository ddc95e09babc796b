import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

const schema = `
  create table if not exists objects (
    seq integer primary key autoincrement,
    id text not null unique,
    kind text not null,
    created integer not null,
    body text not null,
    hidden text not null default '{}',
    payment_intent text as (json_extract(body, '$.payment_intent')) virtual,
    charge text as (json_extract(body, '$.charge')) virtual
  );
  create index if not exists objects_of_kind on objects (kind, seq);
  create index if not exists objects_of_payment on objects (payment_intent, kind);
  create index if not exists objects_of_charge on objects (charge, kind);
  create index if not exists open_sessions on objects (json_extract(body, '$.expires_at'))
    where kind = 'checkout.session' and json_extract(body, '$.status') = 'open';

  create table if not exists answers (
    account text not null,
    key text not null,
    path text not null,
    fingerprint text not null,
    status integer not null,
    body text not null,
    at integer not null,
    primary key (account, key)
  );
  create index if not exists answers_by_time on answers (at);

  create table if not exists deliveries (
    id integer primary key autoincrement,
    event text not null,
    behaviour text not null,
    state text not null default 'pending',
    due_at integer not null,
    created_at integer not null,
    attempts integer not null default 0,
    outcome text
  );
  create index if not exists pending_deliveries on deliveries (due_at) where state = 'pending';
  create index if not exists deliveries_of_event on deliveries (event);

  create table if not exists tasks (
    id integer primary key autoincrement,
    kind text not null,
    subject text not null,
    due_at integer not null
  );
  create index if not exists tasks_by_time on tasks (due_at);

  create table if not exists supplier_products (
    seq integer primary key autoincrement,
    supplier text not null,
    id text not null,
    body text not null,
    unique (supplier, id)
  );
  create table if not exists supplier_orders (
    seq integer primary key autoincrement,
    supplier text not null,
    id text not null,
    reference text not null,
    body text not null,
    unique (supplier, id)
  );
  create index if not exists supplier_orders_by_reference on supplier_orders (supplier, reference);

  create table if not exists settings (name text primary key, value text not null);

  create table if not exists mails (
    id integer primary key autoincrement,
    received_at integer not null,
    sender text not null,
    recipients text not null,
    subject text not null,
    parsed text not null,
    source blob not null
  );
`;

/** The file cannot be made, read or written. */
export class StoreUnusable extends Error {}

/** The stand-in's own store: one SQLite file that survives kill -9 (write-ahead log), or memory for tests. */
export class Database {
  private readonly connection: DatabaseSync;
  private readonly statements = new Map<string, StatementSync>();
  private depth = 0;

  constructor(file: string) {
    try {
      if (file !== ':memory:') makeFolder(dirname(file));
      this.connection = new DatabaseSync(file);
      this.connection.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 2000;');
      this.connection.exec(schema);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new StoreUnusable(`The store ${file} cannot be used (${reason}): set SANDBOX_DATA to another file.`, { cause: error });
    }
  }

  rows<Row>(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.statement(sql).all(...values) as Row[];
  }

  row<Row>(sql: string, ...values: SQLInputValue[]): Row | null {
    return (this.statement(sql).get(...values) as Row | undefined) ?? null;
  }

  /** Runs a change; returns the id of an inserted row. */
  run(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.statement(sql).run(...values).lastInsertRowid);
  }

  /** All of it or nothing. Inside another transaction it joins that one. */
  transaction<T>(work: () => T): T {
    if (this.depth > 0) return work();
    this.connection.exec('begin immediate');
    this.depth += 1;
    try {
      const result = work();
      this.connection.exec('commit');
      return result;
    } catch (error) {
      this.connection.exec('rollback');
      throw error;
    } finally {
      this.depth -= 1;
    }
  }

  close(): void {
    this.statements.clear();
    this.connection.close();
  }

  private statement(sql: string): StatementSync {
    let statement = this.statements.get(sql);
    if (!statement) {
      statement = this.connection.prepare(sql);
      this.statements.set(sql, statement);
    }
    return statement;
  }
}

/** Level by level: a recursive mkdir never returns where the parent denies that it is there, as /proc does. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process may have been faster.
    if (!existsSync(folder)) throw error;
  }
}
