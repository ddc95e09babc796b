import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Migration } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { migrations } from '../../migrations/index.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { readConfig } from '../config/config.ts';
import { databaseOptions } from './database-options.ts';

class First extends Migration {
  override up(): void {
    this.addSql('create table first (id text)');
  }
}
class Second extends Migration {
  override up(): void {
    this.addSql('create table second (id text)');
    this.addSql('alter table no_such_table add column mood text');
  }
}

export function migrationCases(): void {
  /** The same migration, once what it failed on exists. */
  const Mended = class Second extends Migration {
    override up(): void {
      this.addSql('create table second (id text)');
    }
  };

  let database: Awaited<ReturnType<typeof testDatabase>>;
  let client: pg.Client;

  beforeAll(async () => {
    database = await testDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  /** The names of those that ran, of all that the shop has and these. */
  async function migrate(...more: typeof migrations): Promise<string[]> {
    const options = databaseOptions(readConfig({ DATABASE_URL: database.url }));
    const orm = await MikroORM.init({ ...options, migrations: { ...options.migrations, migrationsList: [...migrations, ...more] } });
    try {
      return (await orm.migrator.up()).map(({ name }) => name);
    } finally {
      await orm.close(true);
    }
  }
  const exists = async (table: string) => (await client.query('select from pg_tables where tablename = $1', [table])).rowCount === 1;

  test('a migration that fails leaves nothing of itself and all before it, and a rerun goes on from there', async () => {
    await expect(migrate(First, Second)).rejects.toThrow('no_such_table');
    expect([await exists('first'), await exists('second')]).toEqual([true, false]);
    expect(await migrate(First, Mended)).toEqual(['Second']);
    expect(await exists('second')).toBe(true);
  });
}
