import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import { Config } from '../config/config.ts';
import { Metrics } from '../metrics/metrics.ts';
import { CONNECT_WITHIN_MS, limitPool } from './connections/pool-limits.ts';

/** PostgreSQL's default is for spinning disks and avoids indexes; the catalogue is in memory or on an SSD. */
export const READ_SETTINGS = { random_page_cost: '1.1' } as const;

/** Read-only queries. */
export type Reads = Pick<ReadDatabase, 'rows' | 'unprepared'>;

interface ReadPool extends pg.PoolConfig {
  readonly connectionString: string;
  readonly max: number;
}

export function readPool(config: ReadPool): pg.Pool {
  const options = Object.entries(READ_SETTINGS)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
  const pool = new pg.Pool({ application_name: 'keyturn-reads', options, connectionTimeoutMillis: CONNECT_WITHIN_MS, ...config });
  // The pool replaces a connection that breaks; without error listeners the process would end, while it is idle and while it is lent alike.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => void client.on('error', () => undefined));
  return pool;
}

/** Hot reads: prepared statements on a pool of their own, past the ORM. Never writes. */
@Injectable()
export class ReadDatabase implements OnApplicationShutdown {
  private readonly pool: pg.Pool;
  private readonly pingPool: pg.Pool;

  constructor(config: Config, metrics: Metrics) {
    this.pool = readPool({
      connectionString: config.directDatabaseUrl,
      max: config.databasePoolSize,
      statement_timeout: config.statementTimeoutMs,
    });
    limitPool(this.pool, 'reads', metrics.pools);
    this.pingPool = readPool({ connectionString: config.directDatabaseUrl, max: 1, application_name: 'keyturn-health' });
  }

  /** Runs a prepared statement. `name` is unique per text. */
  async rows<Row>(name: string, text: string, values: readonly unknown[] = []): Promise<Row[]> {
    const result = await this.pool.query({ name, text, values: [...values] });
    return result.rows as Row[];
  }

  /** Runs a statement that is planned for its values each time (not prepared). */
  async unprepared<Row>(text: string, values: readonly unknown[]): Promise<Row[]> {
    const result = await this.pool.query({ text, values: [...values] });
    return result.rows as Row[];
  }

  /** On a connection of its own: a health check does not wait behind visitors. @throws where the database does not answer. */
  async ping(): Promise<void> {
    await this.pingPool.query('select 1');
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.pool.end(), this.pingPool.end()]);
  }
}
