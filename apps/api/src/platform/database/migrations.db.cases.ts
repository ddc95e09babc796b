import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Migration } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { migrations } from '../../migrations/index.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { until } from '../../testing/until.ts';
import { readConfig } from '../config/config.ts';
import { migrationOptions, runMigrations } from './run-migrations.ts';

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

  class Changed extends Migration {
    override up(): void {
      this.addSql('alter table busy add column mood text');
    }
  }

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

  /** Runs all that the shop has and these, and answers how many ran. */
  async function migrate(...more: typeof migrations): Promise<number> {
    const options = migrationOptions(readConfig({ DATABASE_URL: database.url }));
    const orm = await MikroORM.init({ ...options, migrations: { ...options.migrations, migrationsList: [...migrations, ...more] } });
    try {
      return await runMigrations(orm.migrator);
    } finally {
      await orm.close(true);
    }
  }
  const exists = async (table: string) => (await client.query('select from pg_tables where tablename = $1', [table])).rowCount === 1;

  test('a migration that fails leaves nothing of itself and all before it, and a rerun goes on from there', async () => {
    await expect(migrate(First, Second)).rejects.toThrow('no_such_table');
    expect([await exists('first'), await exists('second')]).toEqual([true, false]);
    expect(await migrate(First, Mended)).toBe(1);
    expect(await exists('second')).toBe(true);
  });

  test('a migration that waits for a table lets others pass, and runs once the table is free', async () => {
    await client.query('create table busy (id text)');
    const seller = new pg.Client({ connectionString: database.url });
    await seller.connect();
    try {
      await seller.query(`begin; insert into busy values ('sale')`);
      const migrated = migrate(First, Mended, Changed);
      const waiting = `select 1 from pg_locks where relation = 'busy'::regclass and not granted`;
      await until(async () => (await client.query(waiting)).rowCount === 1);
      // Behind a migration that waited on, this would wait for the seller.
      expect((await client.query('select from busy')).rowCount).toBe(0);
      await seller.query('commit');
      expect(await migrated).toBe(1);
    } finally {
      await seller.end();
    }
  });
}
