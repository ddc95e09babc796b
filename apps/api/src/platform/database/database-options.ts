import { Migrator } from '@mikro-orm/migrations';
import { defineConfig, PostgreSqlDriver } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { migrations } from '../../migrations/index.ts';
import type { Config } from '../config/config.ts';
import { CONNECT_WITHIN_MS, limitPool, type PoolMetrics } from './connections/pool-limits.ts';

/** Without `metrics` its connections are not measured: commands and tests have nobody who reads them. */
export function databaseOptions(
  config: Pick<Config, 'databaseUrl' | 'directDatabaseUrl' | 'databasePoolSize' | 'statementTimeoutMs'> & {
    /** For how long a statement may wait for a lock; without it, as long as it takes. */
    readonly lockTimeoutMs?: number;
  },
  metrics?: PoolMetrics,
) {
  return defineConfig({
    clientUrl: config.databaseUrl,
    pool: { max: config.databasePoolSize },
    driverOptions: {
      // The ORM takes no parameters from its address, such as `sslmode`: the driver reads them.
      connectionString: config.databaseUrl,
      // PgBouncer refuses connections that set it; the role has it there.
      ...(config.databaseUrl === config.directDatabaseUrl && { statement_timeout: config.statementTimeoutMs }),
      ...(config.lockTimeoutMs !== undefined && { lock_timeout: config.lockTimeoutMs }),
      connectionTimeoutMillis: CONNECT_WITHIN_MS,
      // For a database whose host has vanished, which answers nothing and closes nothing.
      keepAlive: true,
      ...(config.statementTimeoutMs > 0 && { query_timeout: config.statementTimeoutMs + CONNECT_WITHIN_MS }),
      onPoolCreated: (pool: Pool) => limitPool(pool, 'writes', metrics),
    },
    extensions: [Migrator],
    migrations: { tableName: 'migration', migrationsList: migrations, snapshot: false, transactional: true, allOrNothing: false },
    forceUtcTimezone: true,
    // Errors are thrown; other output of the ORM would break the JSON lines of the log.
    logger: () => undefined,
    discovery: { warnWhenNoEntities: false },
  });
}

databaseOptions.driver = PostgreSqlDriver;
