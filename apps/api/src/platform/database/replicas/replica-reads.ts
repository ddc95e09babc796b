import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import { Config } from '../../config/config.ts';
import { ReadDatabase, readPool, type Reads } from '../read-database.ts';
import { MOST_BEHIND_MS, WalMarks } from './wal-marks.ts';

const CONNECT_WITHIN_MS = 1000;
/** Longer than any read of the shop takes; a replica that hangs must not hold pages for long. */
const ANSWER_WITHIN_MS = 5000;
/** How long a replica that failed is not used. */
const PAUSE_MS = 5000;
/** How often replicas are compared with the primary. */
const POLL_EVERY_MS = 200;
/** The same while a replica has yet to replay a change. */
const POLL_AWAITED_EVERY_MS = 20;

/** Codes of server and connection errors. Errors of the statement itself start otherwise: the primary would answer the same. */
const ofTheServer = /^(?:08|40|53|57|58|25006)/;

/** By the time of a notification, the commit that it reports is written. */
const WRITTEN = 'select pg_current_wal_lsn()::text as mark';

/** True on a server that does not replay the primary's write-ahead log: its lag cannot be known. */
const HAS_REPLAYED = `select not pg_is_in_recovery() or pg_last_wal_replay_lsn() >= $1::pg_lsn as "isNear",
  not pg_is_in_recovery() or pg_last_wal_replay_lsn() >= $2::pg_lsn as "hasFollowed"`;

interface Replica {
  readonly pool: pg.Pool;
  readonly name: string;
  pausedUntil: number;
  isBehind: boolean;
  /** The last change that it is known to have replayed. */
  shows: number;
  /** The check in progress. */
  check: Promise<void> | null;
}

/**
 * Reads that may lag behind by the moment that replication takes: lists, search, home, pages of products. Distributed over the replicas
 * round robin; one that fails is paused, one that lags is skipped until it has caught up, and their reads go to the next replica, at last to
 * the primary. After a change that the process was notified of, a replica is used again once it has replayed it. Without
 * DATABASE_REPLICA_URLS only the primary is used.
 */
@Injectable()
export class ReplicaReads implements Reads, OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('replicas');
  private readonly replicas: Replica[];
  private readonly marks = new WalMarks();
  private nextIndex = 0;
  private change = 0;
  /** The log position that a replica must have replayed to have everything up to that change. */
  private followed: { readonly change: number; readonly mark: string } | null = null;
  private nextPoll: NodeJS.Timeout | undefined;
  private isPolling = false;
  private isClosing = false;

  constructor(
    config: Config,
    private readonly primary: ReadDatabase,
  ) {
    const limits = { connectionTimeoutMillis: CONNECT_WITHIN_MS, query_timeout: ANSWER_WITHIN_MS, statement_timeout: ANSWER_WITHIN_MS };
    this.replicas = config.replicaUrls.map((url) => {
      const { hostname, port } = new URL(url);
      const pool = readPool({ connectionString: url, max: config.databasePoolSize, ...limits });
      return { pool, name: `${hostname}:${port || 5432}`, pausedUntil: 0, isBehind: false, shows: -1, check: null };
    });
  }

  rows<Row>(name: string, text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.ask({ name, text, values: [...values] }, () => this.primary.rows<Row>(name, text, values));
  }

  unprepared<Row>(text: string, values: readonly unknown[]): Promise<Row[]> {
    return this.ask({ text, values: [...values] }, () => this.primary.unprepared<Row>(text, values));
  }

  /** How many there are, and how many are healthy, including those that have yet to replay the latest change. */
  count(): { readonly all: number; readonly inUse: number } {
    return { all: this.replicas.length, inUse: this.replicas.filter(isWell).length };
  }

  /** Reads that begin after this call see everything committed before it. */
  noteChange(): void {
    this.change += 1;
    if (this.replicas.length > 0 && !this.isPolling) this.schedulePoll(0);
  }

  /** Waits for the first check: a replica of unknown state is not used. */
  async onApplicationBootstrap(): Promise<void> {
    if (this.replicas.length === 0) return;
    await this.pollReplicas();
    for (const { check } of this.replicas) await check;
  }

  async onApplicationShutdown(): Promise<void> {
    this.isClosing = true;
    clearTimeout(this.nextPoll);
    await Promise.all(this.replicas.map(({ pool }) => pool.end()));
  }

  private async ask<Row>(query: pg.QueryConfig, askPrimary: () => Promise<Row[]>): Promise<Row[]> {
    for (const replica of this.roundRobin()) {
      try {
        return (await replica.pool.query(query)).rows as Row[];
      } catch (error) {
        if (!isOfTheServer(error)) throw error;
        this.pause(replica);
      }
    }
    return askPrimary();
  }

  private roundRobin(): Replica[] {
    if (this.replicas.length === 0) return [];
    this.nextIndex = (this.nextIndex + 1) % this.replicas.length;
    const all = [...this.replicas.slice(this.nextIndex), ...this.replicas.slice(0, this.nextIndex)];
    return all.filter((replica) => isWell(replica) && replica.shows === this.change);
  }

  private pause(replica: Replica): void {
    if (replica.pausedUntil < performance.now())
      this.logger.warn({ message: 'A read replica does not answer; others are asked.', replica: replica.name });
    replica.pausedUntil = performance.now() + PAUSE_MS;
  }

  private schedulePoll(ms: number): void {
    clearTimeout(this.nextPoll);
    if (!this.isClosing) this.nextPoll = setTimeout(() => void this.pollReplicas(), ms).unref();
  }

  private async pollReplicas(): Promise<void> {
    this.isPolling = true;
    const [at, change] = [performance.now(), this.change];
    try {
      const [row] = await this.primary.rows<{ mark: string }>('wal-mark', WRITTEN);
      const mark = row?.mark ?? '';
      this.marks.note(mark, at);
      if (change !== this.followed?.change) this.followed = { change, mark };
    } catch {
      // Without the primary, replicas stay in use as they are.
      for (const replica of this.replicas) replica.shows = change;
    }
    await this.checkAll();
    this.isPolling = false;
    const isAwaited = this.replicas.some((replica) => isWell(replica) && replica.shows !== this.change);
    this.schedulePoll(isAwaited ? POLL_AWAITED_EVERY_MS : POLL_EVERY_MS);
  }

  /**
   * A replica that does not answer is waited for no longer than POLL_AWAITED_EVERY_MS or POLL_EVERY_MS, and has one check at a time: the
   * others continue to be checked.
   */
  private async checkAll(): Promise<void> {
    const looks = this.replicas.map((replica) => (replica.check ??= this.check(replica).finally(() => (replica.check = null))));
    let timeout: NodeJS.Timeout | undefined;
    await Promise.race([Promise.all(looks), new Promise((resolve) => (timeout = setTimeout(resolve, POLL_AWAITED_EVERY_MS).unref()))]);
    clearTimeout(timeout);
  }

  private async check(replica: Replica): Promise<void> {
    const [due, followed] = [this.marks.due(), this.followed];
    if (due === null || followed === null) return;
    try {
      const values = [due, followed.mark];
      const { rows } = await replica.pool.query<{ isNear: boolean; hasFollowed: boolean }>({
        name: 'has-replayed',
        text: HAS_REPLAYED,
        values,
      });
      this.noteBehind(replica, rows[0]?.isNear === false);
      if (rows[0]?.hasFollowed === true) replica.shows = Math.max(replica.shows, followed.change);
    } catch (error) {
      if (isOfTheServer(error) && !this.isClosing) this.pause(replica);
    }
  }

  private noteBehind(replica: Replica, isBehind: boolean): void {
    if (isBehind !== replica.isBehind) {
      const message = isBehind
        ? `A read replica is more than ${MOST_BEHIND_MS} ms behind; others are asked.`
        : 'A read replica has caught up.';
      this.logger.warn({ message, replica: replica.name });
    }
    replica.isBehind = isBehind;
  }
}

function isWell({ pausedUntil, isBehind }: Replica): boolean {
  return pausedUntil <= performance.now() && !isBehind;
}

function isOfTheServer(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return !(error instanceof pg.DatabaseError) || (typeof code === 'string' && ofTheServer.test(code));
}
