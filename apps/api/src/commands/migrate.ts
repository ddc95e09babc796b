import 'reflect-metadata';
import { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { databaseOptions } from '../platform/database/database-options.ts';
import { LOCKS } from '../platform/database/locks.ts';
import { migrateQueues } from '../platform/queues/backend.ts';
import { configOrExit } from './run-command.ts';

const config = configOrExit();
const lock = new pg.Client({ connectionString: config.directDatabaseUrl });
await lock.connect();
await lock.query('select pg_advisory_lock($1)', [LOCKS.migration]);
const orm = await MikroORM.init(databaseOptions({ ...config, databaseUrl: config.directDatabaseUrl, statementTimeoutMs: 0 }));
try {
  const done = await orm.migrator.up();
  await migrateQueues(config);
  process.stdout.write(`${done.length} migrations run\n`);
} finally {
  await orm.close(true);
  await lock.end();
}
