import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { MikroORM } from '@mikro-orm/postgresql';
import { Queue } from 'bullmq';
import pg from 'pg';
import { readConfig } from '../../config/config.ts';
import { queueConnection } from '../../queues/backend.ts';
import { databaseOptions } from '../database-options.ts';
import { readPool } from '../read-database.ts';

/** PostgreSQL's SSLRequest: length 8, code 80877103. */
const ASKS_FOR_TLS = '0000000804d2162f';
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** A server without TLS, which answers each first message with `answer`. What it was sent, in hexadecimal digits. */
async function serverWithoutTls(answer: string) {
  const sent: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (data) => {
      sent.push(data.toString('hex'));
      socket.end(answer);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => server.close());
  return {
    sent,
    port: (server.address() as AddressInfo).port,
    firstSent: () => once(server, 'connection').then(([socket]) => once(socket, 'close')),
  };
}

async function postgresql() {
  const { sent, port } = await serverWithoutTls('N');
  const config = readConfig({ DATABASE_URL: `postgres://keyturn:secret@127.0.0.1:${port}/keyturn?sslmode=verify-full` });
  return { sent, config };
}

test.each([
  [
    'writes',
    async () => {
      const { sent, config } = await postgresql();
      const orm = await MikroORM.init({ ...databaseOptions(config), entities: [] });
      closing.push(() => orm.close());
      return { sent, query: () => orm.em.getConnection().execute('select 1') };
    },
  ],
  [
    'reads',
    async () => {
      const { sent, config } = await postgresql();
      const pool = readPool({ connectionString: config.directDatabaseUrl, max: 1 });
      closing.push(() => pool.end());
      return { sent, query: () => pool.query('select 1') };
    },
  ],
  [
    'jobs',
    async () => {
      const { sent, config } = await postgresql();
      const pool = new pg.Pool(queueConnection(config));
      closing.push(() => pool.end());
      return { sent, query: () => pool.query('select 1') };
    },
  ],
] as const)('with sslmode=verify-full %s send nothing to a PostgreSQL server that offers no TLS', async (_what, open) => {
  const { sent, query } = await open();
  await expect(query()).rejects.toThrow('The server does not support SSL connections');
  expect(sent).toEqual([ASKS_FOR_TLS]);
});

test('with rediss: a queue sends nothing but the beginning of TLS to a Redis server that has none', async () => {
  const { sent, port, firstSent } = await serverWithoutTls('-ERR\r\n');
  const done = firstSent();
  const config = readConfig({ REDIS_URL: `rediss://:secret@127.0.0.1:${port}` });
  const queue = new Queue('delivery', {
    connection: { ...queueConnection(config), retryStrategy: () => null, disconnectTimeout: 1 },
    skipVersionCheck: true,
  });
  queue.on('error', () => undefined);
  closing.push(() => queue.close());
  await done;
  // A TLS record of a handshake, and no text of Redis in it.
  expect(sent[0]).toMatch(/^1603/);
  expect(Buffer.from(sent.join(''), 'hex').toString('latin1')).not.toMatch(/AUTH|secret|HELLO/i);
});
