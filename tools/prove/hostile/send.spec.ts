import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { talk } from './send.ts';

const SHORT_MS = 50;
const open = new Set<Socket>();
/** Ends after `bye`, and says nothing to anything else. */
const server = createServer((socket) => {
  open.add(socket);
  socket.on('error', () => undefined);
  socket.on('data', (part) => void (part.toString() === 'bye' && socket.end('HTTP/1.1 400 Bad Request\r\n\r\nbody')));
});
let origin: string;

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  for (const socket of open) socket.destroy();
  server.close();
});

test('a connection on which nothing comes is told from one that ends, by whichever side', async () => {
  expect(await talk(origin, 'hello', undefined, SHORT_MS)).toEqual({ head: '', isLate: true, isEnded: false });
  expect(await talk(origin, 'hello', (socket) => socket.destroy())).toEqual({ head: '', isLate: false, isEnded: false });
  expect(await talk(origin, 'bye')).toEqual({ head: 'HTTP/1.1 400 Bad Request', isLate: false, isEnded: true });
});
