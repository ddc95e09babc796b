import { connect, type AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { Controller, Get, Logger, Post, UnauthorizedException } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { CountingIds, FixedClock } from '../../../testing/fakes.ts';
import { CaptchaPasses } from '../../captcha/captcha-pass.ts';
import { TooManyRequests } from '../../limits/limited.ts';
import { InMemorySingleUse } from '../../limits/testing/in-memory-single-use.ts';
import { Metrics } from '../../metrics/metrics.ts';
import { listen } from '../create-app.ts';
import { httpAppOfTests } from '../testing/http-app.ts';

@Controller()
class Calls {
  @Get('orders/:token')
  refuse() {
    throw new UnauthorizedException('Please log in.');
  }

  @Get('limited')
  limit() {
    throw new TooManyRequests(60);
  }

  @Get('captcha')
  async askForCaptcha() {
    const clock = new FixedClock();
    await new CaptchaPasses(new InMemorySingleUse(clock), new CountingIds(), clock).spend(null);
  }

  @Post('body')
  take() {
    return {};
  }
}

const metrics = new Metrics();
let app: NestFastifyApplication;
beforeAll(async () => {
  app = await httpAppOfTests(Calls, metrics);
  await listen(app, 0, '127.0.0.1');
});
afterAll(() => app.close());
afterEach(() => void jest.restoreAllMocks());

test('a read that is refused has its line, by its route and without what the address holds', async () => {
  const lines = jest.spyOn(Logger.prototype, 'log').mockReturnValue();
  await app.inject('/orders/secret-of-a-link?email=ada@example.com');
  expect(lines.mock.calls.flat()).toEqual([expect.objectContaining({ message: 'answered', route: '/orders/:token', status: 401 })]);
  expect(JSON.stringify(lines.mock.calls)).not.toMatch(/secret-of-a-link|ada@/);
});

test.each([
  ['limit', 'GET', '/limited', {}, 429],
  ['login', 'GET', '/orders/1', {}, 401],
  ['captcha', 'GET', '/captcha', {}, 403],
  ['cross-site', 'POST', '/limited', { origin: 'https://elsewhere.example' }, 403],
  ['input', 'POST', '/body', { 'content-type': 'application/xml' }, 415],
] as const)('what does not get past a %s is logged and counted as such', async (control, method, url, headers, status) => {
  const lines = jest.spyOn(Logger.prototype, 'log').mockReturnValue();
  const count = async () => Number(new RegExp(`refusals_total\\{control="${control}"\\} (\\d+)`).exec(await metrics.text())?.[1] ?? 0);
  const before = await count();
  await app.inject({ method, url, headers, ...(method === 'POST' && { payload: '<a/>' }) });
  expect(lines.mock.calls.flat()).toEqual([expect.objectContaining({ status, refused: control })]);
  expect(await count()).toBe(before + 1);
});

test('an answer that nothing refused has no such field', async () => {
  const lines = jest.spyOn(Logger.prototype, 'log').mockReturnValue();
  await app.inject('/nothing-here');
  expect(lines.mock.calls.flat()).toEqual([expect.not.objectContaining({ refused: expect.anything() })]);
});

test.each(['TRACE', 'TRACK', 'CONNECT'])('%s is answered with nothing of the request', async (method) => {
  const { port } = app.getHttpServer().address() as AddressInfo;
  const answer = await new Promise<string>((resolve) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () =>
      socket.end(`${method} /orders/1 HTTP/1.1\r\nHost: shop.test\r\nX-Secret: sent-along\r\nConnection: close\r\n\r\n`),
    );
    socket.on('data', (chunk) => (text += String(chunk))).on('close', () => resolve(text));
  });
  expect(answer).not.toContain('sent-along');
  expect(answer).not.toMatch(/^HTTP\/1\.1 2/);
});
