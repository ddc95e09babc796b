import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { Body, Controller, Post } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { httpAppOfTests } from '../testing/http-app.ts';

@Controller()
class Calls {
  @Post('page')
  write(@Body() body: object) {
    return body;
  }
}

const MEBIBYTE = 1_048_576;
let app: NestFastifyApplication;
let port: number;
const open: Socket[] = [];

beforeAll(async () => {
  app = await httpAppOfTests(Calls);
  await app.listen(0, '127.0.0.1');
  ({ port } = app.getHttpServer().address() as AddressInfo);
});
afterAll(() => app.close());
afterEach(() => endAll());

async function endAll() {
  const ended = open
    .splice(0)
    .filter(({ closed }) => !closed)
    .map((socket) => new Promise((resolve) => socket.once('close', resolve).destroy()));
  await Promise.all(ended);
}

/** The status of a call whose body comes only in part; null where the rest is waited for. */
async function beginning(headers: readonly string[], { from = '127.0.0.1' } = {}): Promise<string | null> {
  const taken = new Promise<null>((resolve) => app.getHttpServer().once('request', () => setImmediate(() => setImmediate(resolve, null))));
  const socket = connect({ port, host: '127.0.0.1', localAddress: from });
  open.push(socket);
  const answered = new Promise<string>((resolve) =>
    socket.once('data', (data) => resolve(/^HTTP\/1\.1 (\d+)/.exec(String(data))?.[1] ?? '')),
  );
  socket.write(['POST /page HTTP/1.1', 'Host: shop.test', 'Content-Type: application/json', ...headers, '', '1', '{', ''].join('\r\n'));
  await taken;
  // On a busy machine the time may be over before what has come was read: reading comes next.
  const over = new Promise<null>((resolve) => setTimeout(() => setImmediate(() => setImmediate(resolve, null)), 50));
  return Promise.race([answered, over]);
}
const whole = () =>
  fetch(`http://127.0.0.1:${port}/page`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"a":1}' });

test.each([
  ['of known length', [`Content-Length: ${MEBIBYTE}`]],
  ['in chunks', ['Transfer-Encoding: chunked']],
])(
  'bodies %s that one network has begun are 16 MB at most; others are not concerned, and what has ended counts no more',
  async (_how, headers) => {
    for (let count = 0; count < 16; count += 1) expect(await beginning(headers)).toBeNull();
    expect(await beginning(headers)).toBe('429');
    expect((await whole()).status).toBe(429);
    expect(await beginning(headers, { from: '127.0.0.2' })).toBeNull();
    await endAll();
    while ((await whole()).status === 429);
    for (let count = 0; count < 40; count += 1) expect((await whole()).status).toBe(201);
  },
);

test('all networks together have begun 128 MB at most', async () => {
  for (let network = 1; network <= 8; network += 1)
    for (let count = 0; count < 16; count += 1)
      expect(await beginning([`Content-Length: ${MEBIBYTE}`], { from: `127.0.1.${network}` })).toBeNull();
  expect(await beginning([`Content-Length: ${MEBIBYTE}`], { from: '127.0.1.9' })).toBe('503');
});
