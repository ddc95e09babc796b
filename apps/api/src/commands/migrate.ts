import 'reflect-metadata';
import { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { grantAppRole } from '../platform/database/app-role.ts';
import { LOCKS } from '../platform/database/locks.ts';
import { migrationOptions, runMigrations } from '../platform/database/run-migrations.ts';
import { migrateQueues } from '../platform/queues/backend.ts';
import { configOrExit } from './run-command.ts';

const config = configOrExit();
const lock = new pg.Client({ connectionString: config.directDatabaseUrl });
await lock.connect();
await lock.query('select pg_advisory_lock($1)', [LOCKS.migration]);
const orm = await MikroORM.init(migrationOptions(config));
try {
  const done = await runMigrations(orm.migrator);
  await migrateQueues(config);
  if (config.appRole !== null) await grantAppRole(lock, config.appRole);
  process.stdout.write(`${done} migrations run\n`);
} finally {
  await orm.close(true);
  await lock.end();
}
