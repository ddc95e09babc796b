import { AsyncLocalStorage } from 'node:async_hooks';
import { InProcessBatches } from '../../platform/database/in-process-batches.ts';
import type { Batches, BatchWork } from '../../shared/batches.ts';
import { Transaction } from '../../shared/ports.ts';
import { Storage } from '../storage/storage.ts';
import type { Scheduler } from './scheduler.ts';

/** The connection was lost. What was being done may or may not have happened. */
export class ConnectionLost extends Error {}

interface OpenTransaction {
  readonly writes: Map<Table<object>, Map<string, object | null>>;
  readonly locks: Set<string>;
  readonly deferred: (() => void)[];
}

interface Lock {
  owner: OpenTransaction;
  readonly queue: { readonly transaction: OpenTransaction; readonly take: () => void }[];
}

/** One for all worlds, as the scheduler's. */
const TRANSACTION = new AsyncLocalStorage<OpenTransaction>();

/** Tables as PostgreSQL shows them to a transaction that reads what is committed: with its own changes and nobody else's. */
export class TransactionalStorage extends Storage {
  readonly transaction = TRANSACTION;
  private readonly locks = new Map<string, Lock>();

  constructor(readonly scheduler: Scheduler) {
    super();
  }

  override table<Row extends object>(): Map<string, Row> {
    return new Table<Row>(() => this.transaction.getStore());
  }

  override async lock(name: string): Promise<void> {
    const transaction = this.current();
    if (this.tryLock(name)) return;
    await new Promise<void>((take) => this.locks.get(name)?.queue.push({ transaction, take }));
    await this.scheduler.pause(`has waited for ${name}`);
  }

  override tryLock(name: string): boolean {
    const transaction = this.current();
    const lock = this.locks.get(name);
    if (lock) return lock.owner === transaction;
    this.locks.set(name, { owner: transaction, queue: [] });
    transaction.locks.add(name);
    return true;
  }

  override holds(name: string): boolean {
    return this.locks.get(name)?.owner === this.current();
  }

  /** Looks again as often as chance has it: how long "a while" is compared to the holder's work is the scheduler's choice. */
  override async lockForAWhile(name: string): Promise<boolean> {
    do if (this.tryLock(name)) return true;
    while (await this.scheduler.pause(`waits for ${name}`).then(() => this.scheduler.happens(0.95)));
    return this.tryLock(name);
  }

  /** What was written stays locked, as before a savepoint: nobody else may change it until the commit. */
  override unlock(names: readonly string[]): void {
    const transaction = this.current();
    const isWritten = (name: string) => [...transaction.writes.values()].some((rows) => rows.has(name));
    for (const name of names) if (!isWritten(name)) this.release(transaction, name);
  }

  /** One statement outside of transactions commits by itself. */
  statement<T>(work: () => Promise<T>): Promise<T> {
    return this.transaction.getStore() ? work() : this.inNew(work);
  }

  async inNew<T>(work: () => Promise<T>, beforeCommit: () => Promise<void> = async () => undefined): Promise<T> {
    const transaction: OpenTransaction = { writes: new Map(), locks: new Set(), deferred: [] };
    const process = this.scheduler.current.getStore();
    const rollBack = () => this.end(transaction);
    process?.onDeath.add(rollBack);
    try {
      const result = await this.transaction.run(transaction, async () => {
        const done = await work();
        await beforeCommit();
        return done;
      });
      for (const [table, writes] of transaction.writes) table.commit(writes);
      this.end(transaction);
      for (const call of transaction.deferred) call();
      return result;
    } finally {
      this.end(transaction);
      process?.onDeath.delete(rollBack);
    }
  }

  private end(transaction: OpenTransaction): void {
    // A transaction that has died waits for nothing any more.
    for (const lock of this.locks.values()) {
      const place = lock.queue.findIndex((waiting) => waiting.transaction === transaction);
      if (place >= 0) lock.queue.splice(place, 1);
    }
    for (const name of transaction.locks) this.release(transaction, name);
  }

  private release(transaction: OpenTransaction, name: string): void {
    const lock = this.locks.get(name);
    transaction.locks.delete(name);
    if (lock?.owner !== transaction) return;
    const next = lock.queue.shift();
    if (!next) return void this.locks.delete(name);
    lock.owner = next.transaction;
    next.transaction.locks.add(name);
    next.take();
  }

  private current(): OpenTransaction {
    const transaction = this.transaction.getStore();
    if (!transaction) throw new Error('A row was locked outside of a transaction.');
    return transaction;
  }
}

/** Its rows are frozen. `get` gives a copy to change; what goes through all rows reads them as they are, which is most of a world's work. */
class Table<Row extends object> extends Map<string, Row> {
  constructor(private readonly transaction: () => OpenTransaction | undefined) {
    super();
  }

  override get(id: string): Row | undefined {
    const own = this.own();
    const row = own?.has(id) ? own.get(id) : super.get(id);
    return row ? copy(row) : undefined;
  }

  override has(id: string): boolean {
    const own = this.own();
    return own?.has(id) ? own.get(id) !== null : super.has(id);
  }

  override set(id: string, row: Row): this {
    const transaction = this.transaction();
    const kept = freeze(copy(row));
    if (!transaction) return super.set(id, kept);
    const own = this.own() ?? new Map<string, Row | null>();
    own.set(id, kept);
    transaction.writes.set(this as unknown as Table<object>, own);
    return this;
  }

  override delete(id: string): boolean {
    const had = this.has(id);
    const transaction = this.transaction();
    if (!transaction) return super.delete(id);
    const own = this.own() ?? new Map<string, Row | null>();
    transaction.writes.set(this as unknown as Table<object>, own.set(id, null));
    return had;
  }

  override *entries(): MapIterator<[string, Row]> {
    const own = this.own();
    for (const [id, row] of super.entries()) {
      const changed = own?.get(id);
      if (changed === undefined) yield [id, row];
      else if (changed !== null) yield [id, changed];
    }
    for (const [id, row] of own ?? []) if (row !== null && !super.has(id)) yield [id, row];
  }

  override *keys(): MapIterator<string> {
    for (const [id] of this.entries()) yield id;
  }

  override *values(): MapIterator<Row> {
    for (const [, row] of this.entries()) yield row;
  }

  override [Symbol.iterator](): MapIterator<[string, Row]> {
    return this.entries();
  }

  commit(writes: ReadonlyMap<string, object | null>): void {
    for (const [id, row] of writes)
      if (row === null) super.delete(id);
      else super.set(id, row as Row);
  }

  private own(): Map<string, Row | null> | undefined {
    return this.transaction()?.writes.get(this as unknown as Table<object>) as Map<string, Row | null> | undefined;
  }
}

// Looked up once: Jest's sandbox finds a global slowly.
const { assign, create, freeze, getPrototypeOf } = Object;
const { apply, get } = Reflect;

/** Nobody changes what another one has read. */
const copy = <Row extends object>(row: Row): Row => assign(create(getPrototypeOf(row) as object) as Row, row);

/** Transactions of the simulated database. Each may lose its connection before its commit, or after: then nobody is told that it happened. */
export class SimulatedTransaction extends Transaction {
  constructor(
    private readonly storage: TransactionalStorage,
    private readonly mayFail: () => boolean,
  ) {
    super();
  }

  override async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.storage.transaction.getStore()) return work();
    const { scheduler } = this.storage;
    const result = await this.storage.inNew(work, async () => {
      await scheduler.pause('commit');
      if (this.mayFail()) throw new ConnectionLost('before the commit');
    });
    if (this.mayFail()) throw new ConnectionLost('after the commit');
    return result;
  }

  override batches<Item, Result>({ together, alone }: BatchWork<Item, Result>): Batches<Item, Result> {
    return new InProcessBatches({ together: (batch) => this.run(() => together(batch)), alone });
  }

  override afterCommit(work: () => void): void {
    const transaction = this.storage.transaction.getStore();
    if (transaction) transaction.deferred.push(work);
    else work();
  }
}

/** The port as a process of the world calls it: each call waits for its turn, and is a statement of the database. */
export function scheduled<Port extends object>(port: Port, name: string, storage: TransactionalStorage | null, scheduler: Scheduler): Port {
  return new Proxy(port, {
    get(target, method, self) {
      const value = get(target, method, self) as unknown;
      if (typeof value !== 'function' || !isAsync(value)) return value;
      return async (...given: unknown[]) => {
        await scheduler.pause(`${name}.${String(method)}`);
        const call = () => apply(value, target, given) as Promise<unknown>;
        return storage ? storage.statement(call) : call();
      };
    },
  });
}

const ASYNC = getPrototypeOf(async () => undefined) as object;
const isAsync = (value: object) => getPrototypeOf(value) === ASYNC;
