import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import { Config } from '../config/config.ts';
import { ReadDatabase, readPool, type Reads } from './read-database.ts';
import { MOST_BEHIND_MS, WalMarks } from './wal-marks.ts';

const CONNECT_WITHIN_MS = 1000;
/** Longer than any read of the shop takes; a replica that hangs must not hold pages for long. */
const ANSWER_WITHIN_MS = 5000;
/** How long a replica that failed is left alone. */
const PAUSE_MS = 5000;
/** How often replicas are held against the primary. */
const POLL_EVERY_MS = 200;
/** And how often while one is being waited for. */
const POLL_AWAITED_EVERY_MS = 20;

/** Errors of the statement itself have codes that start otherwise: the primary would answer the same. */
const ofTheServer = /^(?:08|40|53|57|58|25006)/;

/** The commit of whoever told of a change is written by the time that others hear of it. */
const WRITTEN = 'select pg_current_wal_lsn()::text as mark';

/** True on a server that follows in another way than by replaying the primary's log: of that nothing can be said. */
const HAS_REPLAYED = `select not pg_is_in_recovery() or pg_last_wal_replay_lsn() >= $1::pg_lsn as "isNear",
  not pg_is_in_recovery() or pg_last_wal_replay_lsn() >= $2::pg_lsn as "hasFollowed"`;

interface Replica {
  readonly pool: pg.Pool;
  readonly name: string;
  pausedUntil: number;
  isBehind: boolean;
  /** The last change that it is known to show. */
  shows: number;
  /** While it is being looked at. */
  check: Promise<void> | null;
}

/**
 * Reads that may lag behind by the moment that replication takes: lists, search, home, pages of products. Spread over the replicas in turn;
 * one that fails rests for a while, one that has fallen behind until it has caught up, and their reads are asked of the next, at last of the
 * primary. After a change that the process was told of, a replica is asked again once it shows it. Without DATABASE_REPLICA_URLS, the
 * primary alone.
 */
@Injectable()
export class ReplicaReads implements Reads, OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('replicas');
  private readonly replicas: Replica[];
  private readonly marks = new WalMarks();
  private nextIndex = 0;
  private change = 0;
  /** What a replica must have replayed to show everything up to that change. */
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

  /** How many there are, and how many of them are well. One that has yet to follow a change is: that takes a moment. */
  count(): { readonly all: number; readonly inUse: number } {
    return { all: this.replicas.length, inUse: this.replicas.filter(isWell).length };
  }

  /** What was committed before this is in every read that is asked from here on. */
  noteChange(): void {
    this.change += 1;
    if (this.replicas.length > 0 && !this.isPolling) this.schedulePoll(0);
  }

  /** The first look is waited for: nobody reads from a replica of which nothing is known. */
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
      // Without the primary replicas go on as they are: they show what there was.
      for (const replica of this.replicas) replica.shows = change;
    }
    await this.checkAll();
    this.isPolling = false;
    const isAwaited = this.replicas.some((replica) => isWell(replica) && replica.shows !== this.change);
    this.schedulePoll(isAwaited ? POLL_AWAITED_EVERY_MS : POLL_EVERY_MS);
  }

  /** One that is silent is waited for no longer than a change allows, and is not asked twice at a time: the others go on being looked at. */
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
