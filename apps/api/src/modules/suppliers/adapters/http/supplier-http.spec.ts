import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { z } from 'zod';
import { SupplierAway, type SupplierPausing, SupplierRefused } from '../../domain/supplier-errors.ts';
import { type HttpLimits, SupplierHttp } from './supplier-http.ts';

const fast: HttpLimits = { timeoutMs: 5000, perSecond: 1000, breakAfter: 50, breakForMs: 50, answerBytes: 1024 };
const good = (answer: ServerResponse) => answer.writeHead(200).end('{"n":1}');
const failing = (status: number) => (answer: ServerResponse) => answer.writeHead(status).end();
const silent = () => undefined;
let server: Server;
let origin: string;
let answers: ((answer: ServerResponse) => void)[];
let calls: number;
beforeAll(async () => {
  server = createServer((_request, answer) => {
    calls += 1;
    (answers.shift() ?? good)(answer);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});
beforeEach(() => {
  answers = [];
  calls = 0;
});
const read = (http: SupplierHttp) => http.read({ method: 'GET', path: '/n', answer: z.object({ n: z.int() }) });

test.each([
  ['500', failing(500)],
  ['429', failing(429)],
  ['no JSON', (answer: ServerResponse) => answer.writeHead(200).end('{"n": <html>')],
  ['more than it may answer', (answer: ServerResponse) => answer.writeHead(200).end(`{"n":1${' '.repeat(1024)}}`)],
  ['another shape', (answer: ServerResponse) => answer.writeHead(200).end('{"n":"one"}')],
  ['a redirect', (answer: ServerResponse) => answer.writeHead(302, { location: '/elsewhere' }).end()],
  ['a broken line', (answer: ServerResponse) => answer.destroy()],
  ['nothing', silent],
])('after %s a read is tried again, three times in all', async (_what, failure) => {
  const http = new SupplierHttp(origin, failure === silent ? { ...fast, timeoutMs: 200 } : fast);
  answers = [failure, failure];
  expect(await read(http)).toEqual({ n: 1 });
  answers = [failure, failure, failure];
  await expect(read(http)).rejects.toThrow(SupplierAway);
  expect(calls).toBe(6);
});

test('an answer that begins with a byte order mark is read', async () => {
  answers = [(answer) => answer.writeHead(200).end('\uFEFF{"n":2}')];
  expect(await read(new SupplierHttp(origin, fast))).toEqual({ n: 2 });
});

test.each([
  ['seconds', () => '1'],
  ['a date', () => new Date(Date.now() + 2000).toUTCString()],
])('after 429 with %s to wait, what reads waits, and what spends money is not sent', async (_what, value) => {
  const http = new SupplierHttp(origin, fast);
  const write = () => http.write({ method: 'POST', path: '/n', answer: z.object({}) });
  answers = [(answer) => answer.writeHead(429, { 'retry-after': value() }).end()];
  const started = performance.now();
  await expect(write()).rejects.toThrow('429');
  await expect(write()).rejects.toMatchObject({ message: 'It asked for a pause.', mayBeDone: false });
  expect([calls, await read(http)]).toEqual([1, { n: 1 }]);
  expect([calls, performance.now() - started > 900]).toEqual([2, true]);
});

test('a pause longer than ten seconds is waited for by nobody, says how long it is, and counts as no failure', async () => {
  const http = new SupplierHttp(origin, { ...fast, breakAfter: 2 });
  answers = [(answer) => answer.writeHead(429, { 'retry-after': '11' }).end()];
  for (let reads = 0; reads < 3; reads += 1) await expect(read(http)).rejects.toThrow('It asked for a pause.');
  const { pauseMs } = await read(http).then(
    () => ({ pauseMs: 0 }),
    (error: SupplierPausing) => error,
  );
  expect([calls, http.breaker(), pauseMs > 10_000 && pauseMs <= 11_000]).toEqual([1, 'closed', true]);
});

test('a refusal is not tried again, and does not count as a failure', async () => {
  const http = new SupplierHttp(origin, { ...fast, breakAfter: 1 });
  answers = [failing(401)];
  await expect(read(http)).rejects.toThrow(SupplierRefused);
  expect([calls, http.breaker()]).toEqual([1, 'closed']);
});

test('after failures in a row nothing is asked, until one call finds that it is back', async () => {
  // Longer than the pause before a third try may be.
  const http = new SupplierHttp(origin, { ...fast, breakAfter: 2, breakForMs: 1000 });
  answers = [failing(500), failing(500)];
  await expect(read(http)).rejects.toThrow('left alone');
  expect([calls, http.breaker()]).toEqual([2, 'open']);
  await expect(read(http)).rejects.toThrow(SupplierAway);
  expect(calls).toBe(2);
  for (;;) {
    const n = await read(http).catch(() => null);
    if (n) break;
  }
  expect([calls, http.breaker()]).toEqual([3, 'closed']);
});

test('more calls than a second allows wait for the next one', async () => {
  const http = new SupplierHttp(origin, { ...fast, perSecond: 2 });
  const started = performance.now();
  await Promise.all([read(http), read(http), read(http)]);
  expect(performance.now() - started).toBeGreaterThan(900);
});
