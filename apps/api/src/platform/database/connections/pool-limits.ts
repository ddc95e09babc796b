import type { Pool, PoolClient } from 'pg';
import { ShopBusy } from '../../../shared/shop-busy.ts';
import { LONG_WAIT_MS, type Pressure } from '../../metrics/pressure.ts';

/** Beyond that many statements waiting for each connection, the next is refused: its answer would come too late for anybody. */
const WAITING_PER_CONNECTION = 20;

/** How long a statement waits for a connection, in milliseconds. */
export const CONNECT_WITHIN_MS = 5000;

/** How long statements waited for a connection and how long they held it, in seconds. */
export interface PoolMetrics {
  waited(pool: string, seconds: number): void;
  held(pool: string, seconds: number): void;
  readonly pressure: Pressure;
}

export class DatabaseBusy extends ShopBusy {
  /** PostgreSQL's code for too many connections: the ORM wraps this error in one of its own, and copies the code. */
  readonly code = '53300';
}

type Done = (error: Error | undefined, client: PoolClient | undefined, release: (error?: unknown) => void) => void;

/**
 * Bounds the queue in front of a pool and measures it, and takes back connections that end while they are lent. Who finds the queue full, or waits for a connection too long, gets `DatabaseBusy`.
 * `name` is the label of the figures.
 */
export function limitPool(pool: Pool, name: string, metrics?: PoolMetrics): void {
  const connect = pool.connect.bind(pool) as (done: Done) => void;
  const most = pool.options.max * WAITING_PER_CONNECTION;

  function take(done: Done): void {
    if (pool.waitingCount >= most) return done(new DatabaseBusy(), undefined, () => undefined);
    const askedAt = performance.now();
    connect((error, client, release) => {
      const givenAt = performance.now();
      metrics?.waited(name, (givenAt - askedAt) / 1000);
      // Who leaves an empty queue behind ends the scarcity, so that it cannot last while nobody is let in.
      metrics?.pressure.note(name, pool.waitingCount > 0 && givenAt - askedAt >= LONG_WAIT_MS, givenAt);
      if (error || !client) return done(error && asBusy(error), client, release);
      let isGivenBack = false;
      const giveBack = (reason?: Error | boolean) => {
        if (isGivenBack) return;
        isGivenBack = true;
        client.off('end', lost);
        metrics?.held(name, (performance.now() - givenAt) / 1000);
        release(reason);
      };
      // Kysely never gives a connection back on which `begin` or `rollback` failed: each restart of the database would cost the pool some of them.
      const lost = () => giveBack(true);
      client.once('end', lost);
      // Kysely forgets a connection that it gets after it began to close, and the pool would wait for that one for ever.
      if (pool.ending) {
        client.off('end', lost);
        release();
        return done(new Error('The database connection is being closed.'), undefined, () => undefined);
      }
      client.release = giveBack;
      done(undefined, client, giveBack as (error?: unknown) => void);
    });
  }

  const connectBounded = (done?: Done): Promise<PoolClient> | void =>
    done
      ? take(done)
      : new Promise<PoolClient>((resolve, reject) =>
          take((error, client) => (client ? resolve(client) : reject(error ?? new Error('The pool gave no connection.')))),
        );
  Object.assign(pool, { connect: connectBounded });
}

/** The pool says that nobody gave a connection back in time in no other way than by this sentence. */
function asBusy(error: Error): Error {
  return error.message === 'timeout exceeded when trying to connect' ? new DatabaseBusy({ cause: error }) : error;
}
