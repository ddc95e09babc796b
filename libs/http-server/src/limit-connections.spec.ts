import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, createServer as createPort, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { limitConnections } from './limit-connections.ts';

const MOST = 3;
const GET = 'GET /now HTTP/1.1\r\nHost: shop.test\r\n\r\n';
const LATER = GET.replace('now', 'later');
const SLOW = 'POST /later HTTP/1.1\r\nHost: shop.test\r\nContent-Length: 100\r\n\r\n{';
const LONG = GET.replace('now', 'long');

let server: Server;
let waiting: ServerResponse[];
let clients: Socket[];

beforeEach(async () => {
  waiting = [];
  clients = [];
  const answers: Readonly<Record<string, (response: ServerResponse) => void>> = {
    '/later': (response) => waiting.push(response),
    '/long': (response) => response.end(Buffer.alloc(64 * 1_048_576)),
  };
  server = createServer((request, response) => (answers[request.url ?? ''] ?? (() => response.end('ok')))(response));
  limitConnections(server, MOST);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  for (const client of clients) client.destroy();
  await new Promise((closed) => server.close(closed));
});

interface Client {
  readonly socket: Socket;
  heard: string;
}

/** Connects, and sends this once the server has the connection. */
async function client(text = '', { port } = server.address() as AddressInfo): Promise<Client> {
  const accepted = once(server, 'connection');
  const socket = connect(port, '127.0.0.1');
  const one: Client = { socket, heard: '' };
  clients.push(socket);
  socket.on('data', (data) => (one.heard += String(data))).on('error', () => undefined);
  await accepted;
  if (text !== '') socket.write(text);
  return one;
}
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await setTimeout(5);
}
const isAnswered = (one: Client) => one.heard.startsWith('HTTP/1.1 200');

test('silent connections lock nobody out: the oldest ends for each new one', async () => {
  const silent = [await client(), await client(), await client()];
  const visitor = await client(GET);
  await until(() => isAnswered(visitor));
  await until(() => silent[0]?.socket.closed === true);
  expect(silent.map(({ socket }) => socket.closed)).toEqual([true, false, false]);
});

test('headers without an end are no request: such connections end like silent ones', async () => {
  const halves = [await client('GET / HT'), await client('GET / HT'), await client('GET / HT')];
  const visitor = await client(GET);
  await until(() => isAnswered(visitor) && halves[0]?.socket.closed === true);
});

test('a connection that was used lately outlives older ones that were not', async () => {
  const used = await client();
  const silent = await client();
  await client();
  used.socket.write(GET);
  await until(() => isAnswered(used));
  await client();
  await until(() => silent.socket.closed);
  expect(used.socket.closed).toBe(false);
});

test('nobody who waits for an answer loses the connection: where all wait, the new one ends', async () => {
  const buyers = [await client(LATER), await client(LATER), await client(LATER)];
  await until(() => waiting.length === MOST);
  const late = await client(GET);
  await until(() => late.socket.closed);
  for (const response of waiting) response.end('ok');
  await until(() => buyers.every(isAnswered));
});

test('who does not read an answer ends for another one', async () => {
  for (let place = 0; place < MOST; place += 1) (await client(LONG)).socket.pause();
  await until(() => clients.every(({ bytesRead }) => bytesRead > 0));
  const visitor = await client(GET);
  await until(() => isAnswered(visitor));
});

test('a request whose body does not come ends for another one, and not for a silent connection', async () => {
  const slow = [await client(SLOW), await client(SLOW)];
  await until(() => waiting.length === 2);
  const silent = await client();
  await client();
  await until(() => silent.socket.closed);
  clients.at(-1)?.write(SLOW);
  await until(() => waiting.length === 3);
  const visitor = await client(GET);
  await until(() => isAnswered(visitor));
  expect(slow.map(({ socket }) => socket.closed)).toEqual([true, false]);
});

test('connections at one port of a server end none at another', async () => {
  const staff = createPort((socket) => void server.emit('connection', socket)).listen(0, '127.0.0.1');
  await once(staff, 'listening');
  const upload = await client(SLOW, staff.address() as AddressInfo);
  await until(() => waiting.length === 1);
  const silent: Client[] = [];
  for (let place = 0; place <= MOST; place += 1) silent.push(await client());
  await until(() => silent[0]?.socket.closed === true);
  expect(upload.socket.closed).toBe(false);
  staff.close();
});

test('a second request that came before the first was answered counts on', async () => {
  const eager = await client(LATER + LATER);
  await until(() => waiting.length === 2);
  waiting[0]?.end('ok');
  await until(() => isAnswered(eager));
  const others = [await client(LATER), await client(LATER)];
  await until(() => waiting.length === 4);
  const late = await client(GET);
  await until(() => late.socket.closed);
  expect([eager, ...others].map(({ socket }) => socket.closed)).toEqual([false, false, false]);
});
