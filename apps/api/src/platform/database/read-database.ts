import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import { Config } from '../config/config.ts';

/** Hot reads: prepared statements on a pool of their own, past the ORM. Never writes. */
@Injectable()
export class ReadDatabase implements OnApplicationShutdown {
  private readonly pool: pg.Pool;

  constructor(config: Config) {
    this.pool = new pg.Pool({ connectionString: config.databaseUrl, max: config.databasePoolSize, application_name: 'keyturn-reads' });
    // A connection that dies while idle is replaced by the pool; without a listener it would end the process.
    this.pool.on('error', () => undefined);
  }

  /** Runs a prepared statement. `name` is unique per text. */
  async rows<Row>(name: string, text: string, values: readonly unknown[] = []): Promise<Row[]> {
    const result = await this.pool.query({ name, text, values: [...values] });
    return result.rows as Row[];
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }
}
