import { Migrator } from '@mikro-orm/migrations';
import { defineConfig, PostgreSqlDriver } from '@mikro-orm/postgresql';
import { migrations } from '../../migrations/index.ts';
import type { Config } from '../config/config.ts';

export function databaseOptions(config: Pick<Config, 'databaseUrl' | 'databasePoolSize'>) {
  return defineConfig({
    clientUrl: config.databaseUrl,
    pool: { max: config.databasePoolSize },
    extensions: [Migrator],
    migrations: { tableName: 'migration', migrationsList: migrations, snapshot: false, transactional: true, allOrNothing: false },
    forceUtcTimezone: true,
    // Errors are thrown; what the ORM tells besides is noise on a console of JSON lines.
    logger: () => undefined,
    discovery: { warnWhenNoEntities: false },
  });
}

databaseOptions.driver = PostgreSqlDriver;
