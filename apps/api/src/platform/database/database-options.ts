import { Migrator } from '@mikro-orm/migrations';
import { defineConfig, PostgreSqlDriver } from '@mikro-orm/postgresql';
import type { Pool, PoolClient } from 'pg';
import { migrations } from '../../migrations/index.ts';
import type { Config } from '../config/config.ts';

export function databaseOptions(config: Pick<Config, 'databaseUrl' | 'databasePoolSize'>) {
  return defineConfig({
    clientUrl: config.databaseUrl,
    pool: { max: config.databasePoolSize },
    driverOptions: { onPoolCreated: refuseLateConnections },
    extensions: [Migrator],
    migrations: { tableName: 'migration', migrationsList: migrations, snapshot: false, transactional: true, allOrNothing: false },
    forceUtcTimezone: true,
    // Errors are thrown; what the ORM tells besides is noise on a console of JSON lines.
    logger: () => undefined,
    discovery: { warnWhenNoEntities: false },
  });
}

databaseOptions.driver = PostgreSqlDriver;

/**
 * Kysely forgets a connection that it gets after it was told to close, and the pool waits for that one for ever. Such a connection goes
 * back at once, and whoever asked for it gets an error.
 */
function refuseLateConnections(pool: Pool): void {
  const connect = pool.connect.bind(pool);
  const connectInTime = async (): Promise<PoolClient> => {
    const client = await connect();
    if (!pool.ending) return client;
    client.release();
    throw new Error('The database connection is being closed.');
  };
  Object.assign(pool, {
    connect: (callback?: Parameters<typeof connect>[0]) => (callback ? connect(callback) : connectInTime()),
  });
}
