import { setImmediate, setTimeout } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { MikroORM } from '@mikro-orm/postgresql';
import { testDatabase } from '../../../testing/test-database.ts';
import { databaseOptions } from '../database-options.ts';

const TIMEOUT_MS = 5000;

export function closing(): void {
  test('a query whose connection is being opened does not prevent the database from being closed', async () => {
    const { url, drop } = await testDatabase();
    const orm = await MikroORM.init(
      databaseOptions({ databaseUrl: url, directDatabaseUrl: url, databasePoolSize: 3, statementTimeoutMs: 0 }),
    );
    const pool = await orm.em.getConnection().getNativeClient();
    // The first uses the open connection; the second needs a new one.
    const answers = [1, 2].map((value) => orm.em.fork().execute('select ?::int as value', [value]));
    const late = Promise.allSettled(answers);
    while (pool.totalCount < 2) await setImmediate();
    const isClosed = await Promise.race([orm.close().then(() => true), setTimeout(TIMEOUT_MS, false, { ref: false })]);
    await drop();
    expect(isClosed).toBe(true);
    expect((await late).map(({ status }) => status)).toContain('rejected');
  });
}
