import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import pg from 'pg';
import type { Answer } from './customers/ask.ts';
import { untilAnswered, useControl } from './until-answered.ts';
import { happenInTheShop } from './weather/stories.ts';

const answer = (status: number, isTimed = false): Answer => ({ status, body: '', retryAfterMs: 0, isTimed, cookies: [] });
const LOST = answer(0);
const BUSY = answer(503, true);

test.each([
  ['a refusal at once', [answer(409)], 409, false],
  ['a refusal after a process that asked to come back', [BUSY, BUSY, answer(409)], 409, false],
  ['a refusal after an answer that was lost', [LOST, answer(400)], 400, true],
  ['one that was lost before a process asked to come back', [LOST, BUSY, answer(400)], 400, true],
  ['an error that names no time is no reason to try again', [BUSY, answer(503)], 503, false],
])('%s', async (_case, answers, status, isRepeat) => {
  const asked: number[] = [];
  const got = await untilAnswered(async (attempt) => {
    asked.push(attempt);
    return answers[attempt] ?? answer(200);
  });
  expect([got.status, got.isRepeat, got.attempts, asked.length]).toEqual([status, isRepeat, answers.length, answers.length]);
});

/** What the server says to each request in turn; `lost`: it cuts the connection. */
let says: (number | 'lost')[] = [];
const server = createServer((_request, response) => {
  const status = says.shift() ?? 500;
  if (status === 'lost') response.destroy();
  else response.writeHead(status, { ...(status === 503 && { 'retry-after': '0' }) }).end('{"state":"asked"}');
});
let origin: string;

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  says = [];
});
afterAll(() => void server.close());

const pay = () => useControl({ sandbox: origin }, 'sessions/cs_1/pay');

test('a control of the provider may be refused only after an answer that was lost: it has no database to lose', async () => {
  says = ['lost', 400];
  await expect(pay()).resolves.toBeNull();
  says = [503, 400];
  await expect(pay()).rejects.toThrow('sessions/cs_1/pay: 400');
  says = [400];
  await expect(pay()).rejects.toThrow('sessions/cs_1/pay: 400');
});

test('a refund by the staff may be refused after any earlier call: the shop may have lost its database after the commit', async () => {
  const database = Object.assign(new pg.Pool(), { query: async () => ({ rows: [{ number: 'KT-1', status: 'completed' }] }) });
  const staff = { when: ['completed'], body: { everything: true } };
  const refund = () => happenInTheShop({ places: { apis: [origin], sandbox: origin }, database }, { staff }, { session: 'cs_1' });
  says = [200];
  await expect(refund()).resolves.toBe('asked');
  says = [503, 409];
  await expect(refund()).resolves.toBeNull();
  says = ['lost', 409];
  await expect(refund()).resolves.toBeNull();
  says = [409];
  await expect(refund()).rejects.toThrow('The staff got 409');
  says = [503, 400];
  await expect(refund()).rejects.toThrow('The staff got 400');
});
