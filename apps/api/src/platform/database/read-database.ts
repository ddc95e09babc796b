import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import { Config } from '../config/config.ts';

/** An index is worth more than PostgreSQL's default for turning disks has it: what a shop sells is in memory or on flash. */
export const READ_SETTINGS = { random_page_cost: '1.1' } as const;

/** What asks and never changes anything. */
export type Reads = Pick<ReadDatabase, 'rows' | 'unprepared'>;

export function readPool(connectionString: string, max: number, more: pg.PoolConfig = {}): pg.Pool {
  const options = Object.entries(READ_SETTINGS)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
  const pool = new pg.Pool({ connectionString, max, application_name: 'keyturn-reads', options, ...more });
  // A connection that dies while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined);
  return pool;
}

/** Hot reads: prepared statements on a pool of their own, past the ORM. Never writes. */
@Injectable()
export class ReadDatabase implements OnApplicationShutdown {
  private readonly pool: pg.Pool;

  constructor(config: Config) {
    this.pool = readPool(config.databaseUrl, config.databasePoolSize);
  }

  /** Runs a prepared statement. `name` is unique per text. */
  async rows<Row>(name: string, text: string, values: readonly unknown[] = []): Promise<Row[]> {
    const result = await this.pool.query({ name, text, values: [...values] });
    return result.rows as Row[];
  }

  /** Runs a statement that is planned for these very values each time. */
  async unprepared<Row>(text: string, values: readonly unknown[]): Promise<Row[]> {
    const result = await this.pool.query({ text, values: [...values] });
    return result.rows as Row[];
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }
}
