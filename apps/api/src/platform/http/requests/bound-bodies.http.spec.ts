import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { Body, Controller, Logger, Post } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { until } from '../../../testing/until.ts';
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

/** A call of which this much of the body comes, and no more; its status once it is ended. */
async function beginning(
  headers: readonly string[],
  body: Buffer | string,
  { from = '127.0.0.1' } = {},
): Promise<{ status: string | null }> {
  const begun: { status: string | null } = { status: null };
  const socket = connect({ port, host: '127.0.0.1', localAddress: from });
  open.push(socket);
  socket.once('data', (data) => (begun.status = /^HTTP\/1\.1 (\d+)/.exec(String(data))?.[1] ?? ''));
  socket.write(['POST /page HTTP/1.1', 'Host: shop.test', 'Content-Type: application/json', ...headers, '', ''].join('\r\n'));
  await new Promise((written) => socket.write(body, written));
  return begun;
}
async function whole(from?: string): Promise<string | null> {
  const call = await beginning(['Content-Length: 7'], '{"a":1}', { from });
  await until(() => call.status !== null);
  return call.status;
}
const almostWhole = Buffer.alloc(MEBIBYTE - 1, ' ');
const ofKnownLength = [`Content-Length: ${MEBIBYTE}`];

test.each([
  ['of known length', ofKnownLength, almostWhole],
  ['in chunks', ['Transfer-Encoding: chunked'], Buffer.concat([Buffer.from('fffff\r\n'), almostWhole])],
])('unfinished bodies %s of one network have 16 MB at most: its oldest are ended, and new ones are taken', async (_how, headers, body) => {
  const calls: { status: string | null }[] = [];
  for (let count = 0; count < 20; count += 1) calls.push(await beginning(headers, body));
  const statuses = () => calls.map(({ status }) => status);
  await until(() => statuses().filter((status) => status !== null).length >= 4);
  expect(await whole()).toBe('201');
  expect(statuses()).toEqual([...Array.from({ length: 4 }, () => '429'), ...Array.from({ length: 16 }, () => null)]);
});

test('unfinished bodies of all networks have 128 MB at most: the oldest of whoever sent most are ended', async () => {
  const networks = Array.from({ length: 9 }, (_, index) => `127.0.1.${index + 1}`);
  const calls: { status: string | null }[] = [];
  for (const from of networks)
    for (let count = 0; count < 15; count += 1) calls.push(await beginning(ofKnownLength, almostWhole, { from }));
  const ended = () => calls.filter(({ status }) => status !== null);
  await until(() => ended().length >= 7);
  expect(await whole('127.0.2.1')).toBe('201');
  expect(ended()).toEqual(Array.from({ length: 7 }, () => ({ status: '429' })));
});

test('a body that cannot be read ends its connection, and is no failure of the shop', async () => {
  const failed = jest.spyOn(Logger, 'error');
  const failedByInstance = jest.spyOn(Logger.prototype, 'error');
  const call = await beginning(['Transfer-Encoding: chunked'], 'zz\r\n');
  await until(() => call.status !== null);
  expect(await whole()).toBe('201');
  expect([call.status, failed.mock.calls, failedByInstance.mock.calls]).toEqual(['400', [], []]);
  jest.restoreAllMocks();
});

test('calls of which no body comes keep nobody out, neither of their networks nor of others', async () => {
  const calls: { status: string | null }[] = [];
  for (let network = 1; network <= 8; network += 1)
    for (let count = 0; count < 16; count += 1) calls.push(await beginning(ofKnownLength, '', { from: `127.0.1.${network}` }));
  for (const from of ['127.0.1.1', '127.0.1.9']) expect(await whole(from)).toBe('201');
  expect(calls.filter(({ status }) => status !== null)).toEqual([]);
});
