import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { Queue, Worker } from 'bullmq';
import { readConfig } from '../config/config.ts';
import { noteThere } from '../database/connections/outage.ts';
import { DatabaseGate } from '../database/testing/database-gate.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { until } from '../../testing/until.ts';
import { chooseQueueBackend, queueConnection } from './backend.ts';
import { TAKE_OVER } from './logged-worker.ts';

const warnings = () => jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);

export function lastingBackend(): void {
  let database: Awaited<ReturnType<typeof testDatabase>>;
  let gate: DatabaseGate;
  let connection: object;
  const open: { close(): Promise<void> }[] = [];
  let warn: ReturnType<typeof warnings>;

  beforeAll(async () => {
    database = await testDatabase();
  });
  beforeEach(async () => {
    gate = await DatabaseGate.before(database.url);
    const config = readConfig({ DATABASE_URL: gate.url });
    chooseQueueBackend(config);
    connection = queueConnection(config);
    // Other tests of this process may have left the database away.
    noteThere();
    warn = warnings();
  });
  afterEach(async () => {
    await gate.comeBack();
    for (const one of open.splice(0)) await one.close();
    gate.close();
    warn.mockRestore();
  });
  afterAll(async () => {
    await database.drop();
  });

  function queueOf(name: string): Queue {
    const queue = new Queue(name, { connection });
    open.push(queue);
    queue.on('error', () => undefined);
    return queue;
  }

  function worker(name: string, done: string[]): Worker {
    const one = new Worker(name, async (job) => void done.push(job.name), { connection, ...TAKE_OVER });
    open.push(one);
    one.on('error', () => undefined);
    return one;
  }

  test.each(['57P01', '57P02', '57P03', 'cut', 'refused'] as const)(
    'queues and workers that are made while the database is away work once it is there, and say so once: %s',
    async (away) => {
      await gate.goAway(away);
      const done: string[] = [];
      worker(`early-${away}`, done);
      const added = queueOf(`early-${away}`).add('first', {});
      await until(() => warn.mock.calls.length > 0);
      await gate.comeBack();
      await added;
      await until(() => done.includes('first'));
      expect(warn.mock.calls).toEqual([['The database takes no connections; waiting for it.']]);
    },
  );

  test.each(['57P01', '57P02', '57P03', 'cut', 'refused'] as const)(
    'a worker whose database goes away pauses between its tries and goes on once it is back: %s',
    async (away) => {
      const done: string[] = [];
      worker(`late-${away}`, done);
      const queue = queueOf(`late-${away}`);
      await queue.add('before', {});
      await until(() => done.includes('before'));
      await gate.goAway(away);
      const { taken } = gate;
      const startedAt = performance.now();
      // A closed port counts nothing; BullMQ itself knows that one.
      if (away !== 'refused') {
        await until(() => gate.taken >= taken + 3);
        expect(performance.now() - startedAt).toBeGreaterThan(300);
      }
      await gate.comeBack();
      await until(() =>
        queue.add('after', {}).then(
          () => true,
          () => false,
        ),
      );
      await until(() => done.includes('after'));
    },
  );

  test('a connection that is lost between two statements does not end the process', async () => {
    const queue = queueOf('lent');
    await queue.waitUntilReady();
    const { pool } = queue.getBackend()['connection'] as unknown as { pool: { connect(): Promise<{ release(error?: Error): void }> } };
    const lent = await pool.connect();
    await gate.goAway('57P01');
    await until(() => (lent as unknown as { _queryable: boolean })._queryable === false);
    lent.release(new Error('lost'));
  });
}
