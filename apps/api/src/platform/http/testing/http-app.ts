import type { Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { readConfig } from '../../config/config.ts';
import { Metrics } from '../../metrics/metrics.ts';
import { ignoreBusyThread } from '../../metrics/testing/busy-thread.ts';
import { configureHttpApp, httpAdapter } from '../create-app.ts';

/** The shop's HTTP application with nothing but these calls. It neither listens nor is initialised yet. */
export async function httpAppOfTests(calls: Type, metrics = new Metrics()): Promise<NestFastifyApplication> {
  const config = readConfig({});
  const module = await Test.createTestingModule({ controllers: [calls] }).compile();
  const app = module.createNestApplication<NestFastifyApplication>(httpAdapter(config), { logger: ['error', 'fatal'], rawBody: true });
  await configureHttpApp(app, config, metrics);
  ignoreBusyThread(metrics.pools.pressure);
  return app;
}
