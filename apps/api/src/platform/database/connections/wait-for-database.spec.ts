import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { errorMessage } from '../testing/database-gate.ts';
import { waitForDatabase } from './wait-for-database.ts';

let server: Server | undefined;
afterEach(() => void server?.close());

const log = jest.spyOn(Logger.prototype, 'log').mockImplementation(() => undefined);
const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
beforeEach(() => void jest.clearAllMocks());

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

test.each(['57P01', '57P02', '57P03', '53300'])(
  'a process that starts before its database waits for it and says so once: %s',
  async (code) => {
    await waitForDatabase(await answering(errorMessage(code), errorMessage(code), WELCOME));
    expect(warn.mock.calls).toEqual([['The database takes no connections; waiting for it.']]);
    expect(log.mock.calls).toEqual([['The database takes connections.']]);
  },
);

test('a database that is there is worth no line', async () => {
  await waitForDatabase(await answering(WELCOME));
  expect([...warn.mock.calls, ...log.mock.calls]).toEqual([]);
});

test('a wrong password is reported at once', async () => {
  await expect(waitForDatabase(await answering(errorMessage('28P01')))).rejects.toMatchObject({ code: '28P01' });
});
