import { Injectable } from '@nestjs/common';
import pg from 'pg';
import { Config } from '../../../../platform/config/config.ts';
import { LOCKS } from '../../../../platform/database/locks.ts';
import { CatalogueLock } from '../../application/ports.ts';

/** A session lock on a connection of its own: it is released when the process ends, and no transaction stays open during an import. */
@Injectable()
export class SqlCatalogueLock extends CatalogueLock {
  constructor(private readonly config: Config) {
    super();
  }

  override async tryRun(work: (isOurs: () => boolean) => Promise<void>): Promise<boolean> {
    const client = new pg.Client({
      connectionString: this.config.directDatabaseUrl,
      application_name: 'keyturn-catalogue',
      keepAlive: true,
    });
    let isLost = false;
    // Without a listener a connection that breaks would end the process.
    client.on('error', () => (isLost = true));
    client.on('end', () => (isLost = true));
    try {
      await client.connect();
      const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [LOCKS.catalogueLock]);
      if (rows[0]?.taken !== true) return false;
      await work(() => !isLost);
      return true;
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}
