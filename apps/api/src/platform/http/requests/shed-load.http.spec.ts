import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Body, Controller, Get, Post } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { until } from '../../../testing/until.ts';
import { readConfig } from '../../config/config.ts';
import { Metrics } from '../../metrics/metrics.ts';
import { configureHttpApp, httpAdapter } from '../create-app.ts';

let readBodies = 0;

@Controller()
class Calls {
  @Get('page')
  page() {
    return {};
  }

  @Post('page')
  write(@Body() body: object) {
    return body;
  }

  @Get('health/live')
  health() {
    return {};
  }

  @Post('webhooks/stripe')
  webhook() {
    return {};
  }
}

const config = readConfig({});
const metrics = new Metrics();
let app: NestFastifyApplication;

beforeAll(async () => {
  const module = await Test.createTestingModule({ controllers: [Calls] }).compile();
  app = module.createNestApplication<NestFastifyApplication>(httpAdapter(config), { logger: ['error', 'fatal'] });
  await configureHttpApp(app, config, metrics);
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('preValidation', (_request, _reply, done) => {
      readBodies += 1;
      done();
    });
  await app.init();
});
beforeEach(() => metrics.pools.pressure.note('reads', false));
afterAll(() => app.close());

const scarceForLong = () => metrics.pools.pressure.note('reads', true, performance.now() - 60_000);
const statusOf = async (method: 'GET' | 'POST', url: string) => (await app.inject({ method, url })).statusCode;

test('while something is scarce a request is refused before its body is read, with the time to come back, so that a page of the shop can read it', async () => {
  scarceForLong();
  const before = readBodies;
  const answer = await app.inject({ method: 'POST', url: '/page', payload: { a: 1 }, headers: { origin: config.storefrontOrigin } });
  expect([answer.statusCode, answer.headers['retry-after'], answer.headers['access-control-allow-origin'], readBodies]).toEqual([
    503,
    '2',
    config.storefrontOrigin,
    before,
  ]);
  expect(answer.json()).toMatchObject({ message: 'The shop is very busy. Please try again in a moment.' });
});

test('health checks and events of payments are taken meanwhile', async () => {
  scarceForLong();
  expect([await statusOf('GET', '/health/live'), await statusOf('POST', '/webhooks/stripe')]).toEqual([200, 201]);
});

test('once nothing is scarce any more, all is taken again', async () => {
  scarceForLong();
  expect(await statusOf('GET', '/page')).toBe(503);
  metrics.pools.pressure.note('reads', false);
  expect(await statusOf('GET', '/page')).toBe(200);
});

test('a thread that comes late again and again is scarce, and is not once it comes in time', async () => {
  const busyUntil = (end: number) => {
    while (performance.now() < end);
  };
  await until(async () => {
    busyUntil(performance.now() + 300);
    return (await statusOf('GET', '/page')) === 503;
  });
  await until(async () => (await statusOf('GET', '/page')) === 200);
});
