import { createHash, randomBytes } from 'node:crypto';
import { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { migrations } from '../migrations/index.ts';
import { databaseOptions } from '../platform/database/database-options.ts';
import { LOCKS } from '../platform/database/locks.ts';
import { migrateQueues } from '../platform/queues/backend.ts';
import { readConfig } from '../platform/config/config.ts';

/** A migrated database of its own for one spec file, on the throw-away server that Jest started for the run (tools/test-environment/start-servers.mjs). */
export async function testDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const server = process.env.TEST_DATABASE_URL;
  if (server === undefined)
    throw new Error('TEST_DATABASE_URL must name a throw-away PostgreSQL server: run it with `jest.integration.config.mjs`.');
  const template = `template_${createHash('sha256').update(migrations.map(String).join('')).digest('hex').slice(0, 16)}`;
  const name = `spec_${randomBytes(8).toString('hex')}`;
  await onServer(server, async (client) => {
    await client.query('select pg_advisory_lock($1)', [LOCKS.testTemplate]);
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [template]);
    if (rowCount === 0) await makeTemplate(server, client, template);
    await client.query(`create database ${name} template ${template}`);
  });
  return {
    url: withDatabase(server, name),
    drop: () => onServer(server, (client) => drop(client, name)),
  };
}

async function makeTemplate(server: string, client: pg.Client, template: string): Promise<void> {
  const building = `${template}_building`;
  await drop(client, building);
  await client.query(`create database ${building}`);
  const config = readConfig({ DATABASE_URL: withDatabase(server, building) });
  const orm = await MikroORM.init(databaseOptions(config));
  await orm.migrator.up();
  await orm.close(true);
  await migrateQueues(config);
  await client.query(`alter database ${building} rename to ${template}`);
}

/** Without force, which only a superuser may use where an autovacuum is at work; PostgreSQL ends that by itself otherwise. */
async function drop(client: pg.Client, name: string): Promise<void> {
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and usename = current_user', [name]);
  await client.query(`drop database if exists ${name}`);
}

async function onServer(server: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: withDatabase(server, 'postgres') });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function withDatabase(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.toString();
}
