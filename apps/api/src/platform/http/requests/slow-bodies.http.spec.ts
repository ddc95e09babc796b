import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { Body, Controller, Logger, Post, Req } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import { httpAppOfTests } from '../testing/http-app.ts';
import { uploadedFile } from './uploaded-file.ts';

@Controller()
class Calls {
  @Post('page')
  write(@Body() body: object) {
    return body;
  }

  @Post(['form', 'ops/upload'])
  async upload(@Req() request: FastifyRequest) {
    for await (const chunk of (await uploadedFile(request, 1)).content) if (chunk.length === 0) return {};
    return {};
  }
}

let app: NestFastifyApplication;
let port: number;
const open: Socket[] = [];

beforeAll(async () => {
  app = await httpAppOfTests(Calls);
  await app.listen(0, '127.0.0.1');
  ({ port } = app.getHttpServer().address() as AddressInfo);
});
afterAll(() => app.close());
beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['Date', 'hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'setInterval'] });
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
  for (const socket of open.splice(0)) socket.destroy();
});

/** Sends a request whose body breaks off, and waits until the server has its headers. */
async function beginning(path: string, type: string) {
  const begun = new Promise((resolve) => app.getHttpServer().once('request', resolve));
  const socket = connect(port, '127.0.0.1');
  open.push(socket);
  socket.write(`POST ${path} HTTP/1.1\r\nHost: shop.test\r\nContent-Type: ${type}\r\nContent-Length: 1000\r\n\r\n{"a":`);
  let answer = '';
  const ended = new Promise<string>((resolve) => {
    socket.on('data', (chunk) => (answer += String(chunk))).once('close', () => resolve(answer));
  });
  await begun;
  // Hooks that answer at once.
  await new Promise((resolve) => setImmediate(resolve));
  return { ended, hasEnded: () => socket.destroyed || socket.readableEnded };
}

test('the headers of a request have half a minute, and an answer that nobody reads ends after two', () => {
  const { headersTimeout, requestTimeout, timeout } = app.getHttpServer();
  expect([headersTimeout, requestTimeout, timeout]).toEqual([30_000, 3_630_000, 120_000]);
});

test.each([
  ['/page', 'application/json', 30],
  ['/form', 'multipart/form-data; boundary=edge', 120],
  ['/ops/upload', 'multipart/form-data; boundary=edge', 3600],
])(
  'a request to %s of the type %s whose body is not there after %i seconds is answered with 408, and not before',
  async (path, type, seconds) => {
    const logged = jest.spyOn(Logger.prototype, 'error').mockReturnValue();
    const { ended, hasEnded } = await beginning(path, type);
    jest.advanceTimersByTime(seconds * 1000 - 1);
    await new Promise((resolve) => setImmediate(resolve));
    const wasEarly = hasEnded();
    jest.advanceTimersByTime(1);
    const [head, body] = (await ended).split('\r\n\r\n');
    expect([wasEarly, head?.split('\r\n')[0], JSON.parse(body ?? '')]).toEqual([
      false,
      'HTTP/1.1 408 Request Timeout',
      { statusCode: 408, error: 'Request Timeout', message: 'The request took too long to arrive.' },
    ]);
    expect(logged).not.toHaveBeenCalled();
  },
);

test('after a body that has arrived nothing waits', async () => {
  const answer = await fetch(`http://127.0.0.1:${port}/page`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"a":1}',
  });
  expect([answer.status, await answer.json(), jest.getTimerCount()]).toEqual([201, { a: 1 }, 0]);
});
