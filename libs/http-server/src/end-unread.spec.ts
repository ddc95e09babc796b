import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { endUnread } from './end-unread.ts';

const WITHIN_MS = 100;
/** Ends a test of a connection that stays. */
const PATIENCE_MS = 3000;
const LONG = Buffer.alloc(64 * 1_048_576);

let server: Server;
let clients: Socket[];

beforeEach(async () => {
  clients = [];
  server = createServer((request, response) => {
    if (request.url === '/long') response.end(LONG);
    else if (request.url === '/late') void setTimeout(5 * WITHIN_MS).then(() => response.end('made'));
    else if (request.url === '/late-and-long') void setTimeout(5 * WITHIN_MS).then(() => response.end(LONG));
    else response.end('ok');
  });
  endUnread(server, WITHIN_MS);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  for (const client of clients) client.destroy();
  await new Promise((closed) => server.close(closed));
});

async function ask(path: string): Promise<{ atServer: Socket; client: Socket }> {
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
  clients.push(client);
  client.write(`GET ${path} HTTP/1.1\r\nHost: shop.test\r\n\r\n`);
  return { atServer: (await accepted)[0], client };
}
/** Whether the server ends the connection. */
async function ends(socket: Socket): Promise<boolean> {
  if (!socket.closed) await Promise.race([once(socket, 'close'), setTimeout(PATIENCE_MS, null, { ref: false })]);
  return socket.closed;
}

test.each(['/long', '/late-and-long'])('an answer that nobody reads ends: %s', async (path) => {
  const { atServer, client } = await ask(path);
  client.pause();
  expect(await ends(atServer)).toBe(true);
});

test('an answer that is read slowly comes whole', async () => {
  // The kernel takes more only when it has handed on about a megabyte: a third of a second at this pace.
  const withinMs = 10 * WITHIN_MS;
  server.setTimeout(withinMs);
  const { client } = await ask('/long');
  client.pause();
  const begun = performance.now();
  let read = 0;
  while (read < LONG.length && !client.destroyed) {
    const piece = client.read() as Buffer | null;
    read += piece?.length ?? 0;
    const isSlow = performance.now() - begun < 2 * withinMs;
    if (isSlow || piece === null) await setTimeout(isSlow ? 15 : 1);
  }
  expect(read).toBeGreaterThanOrEqual(LONG.length);
});

test('an answer may take as long as it takes to make', async () => {
  const { client } = await ask('/late');
  const [piece] = (await once(client, 'data')) as [Buffer];
  expect(String(piece)).toMatch(/made$/);
});

test('a connection without a request ends as before', async () => {
  server.keepAliveTimeout = 50;
  const { atServer, client } = await ask('/');
  client.resume();
  expect(await ends(atServer)).toBe(true);
});
