import { connect, type AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { Controller, Get, Logger, UnauthorizedException } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { readConfig } from '../../config/config.ts';
import { Metrics } from '../../metrics/metrics.ts';
import { configureHttpApp, httpAdapter, listen } from '../create-app.ts';

@Controller()
class Calls {
  @Get('orders/:token')
  refuse() {
    throw new UnauthorizedException('Please log in.');
  }
}

let app: NestFastifyApplication;
beforeAll(async () => {
  const config = readConfig({});
  const module = await Test.createTestingModule({ controllers: [Calls] }).compile();
  app = module.createNestApplication<NestFastifyApplication>(httpAdapter(config), { logger: ['error', 'fatal'] });
  await configureHttpApp(app, config, new Metrics());
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
