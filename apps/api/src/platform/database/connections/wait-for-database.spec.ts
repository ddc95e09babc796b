import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, jest, test } from '@jest/globals';
import { waitForDatabase } from './wait-for-database.ts';

let server: Server | undefined;
afterEach(() => void server?.close());

const logger = () => ({ log: jest.fn(), warn: jest.fn() });

/** An error of PostgreSQL in its wire format: a byte for its kind, the length, fields that end with a zero, a zero. */
function errorMessage(code: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0Msaid by the server\0\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(4 + fields.length, 1);
  return Buffer.concat([head, fields]);
}
/** Authenticated, and ready for a statement. */
const WELCOME = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);

/** A server that gives one answer to each connection after the other, the last one again and again. */
async function answering(...answers: Buffer[]): Promise<string> {
  const onConnection = (socket: Socket) => {
    const answer = (answers.length > 1 ? answers.shift() : answers[0]) ?? WELCOME;
    socket.on('error', () => undefined).once('data', () => (answer === WELCOME ? socket.write(WELCOME) : socket.end(answer)));
  };
  server = createServer(onConnection);
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const address = server.address() as { port: number };
  return `postgres://keyturn@127.0.0.1:${address.port}/keyturn`;
}

test('a process that starts before its database waits for it and says so once', async () => {
  const log = logger();
  await waitForDatabase(await answering(errorMessage('57P03'), errorMessage('57P03'), WELCOME), log);
  expect(log.warn.mock.calls).toEqual([['The database takes no connections yet; waiting for it.', 'database']]);
  expect(log.log.mock.calls).toEqual([['The database takes connections.', 'database']]);
});

test('a database that is there is worth no line', async () => {
  const log = logger();
  await waitForDatabase(await answering(WELCOME), log);
  expect([...log.warn.mock.calls, ...log.log.mock.calls]).toEqual([]);
});

test('a wrong password is reported at once', async () => {
  await expect(waitForDatabase(await answering(errorMessage('28P01')), logger())).rejects.toMatchObject({ code: '28P01' });
});
