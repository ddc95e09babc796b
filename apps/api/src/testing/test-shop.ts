import type { INestApplicationContext, Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import pg from 'pg';
import { AppModule } from '../app.module.ts';
import { type Config, readConfig } from '../platform/config/config.ts';
import { configureHttpApp, httpAdapter } from '../platform/http/create-app.ts';
import { chooseQueueBackend } from '../platform/queues/backend.ts';
import { Clock } from '../shared/ports.ts';
import { FixedClock } from './fakes.ts';
import { testDatabase } from './test-database.ts';

export interface TestShop {
  readonly app: NestFastifyApplication;
  readonly config: Config;
  readonly clock: FixedClock;
  /** A plain connection for looking at rows and for planting defects. */
  readonly database: pg.Client;
  get<T>(token: abstract new (...args: never[]) => T): T;
  close(): Promise<void>;
}

/**
 * The whole API on a database of its own, not listening and without workers: the real modules, a clock that stands still,
 * and `fakes` in the place of what leaves the process.
 */
export async function testShop({
  fakes = [],
  environment = {},
  clock = new FixedClock(),
}: {
  fakes?: readonly { provide: abstract new (...args: never[]) => unknown; useValue: unknown }[];
  environment?: Record<string, string>;
  clock?: FixedClock;
} = {}): Promise<TestShop> {
  const own = await testDatabase();
  const config = readConfig({ DATABASE_URL: own.url, DATABASE_POOL_SIZE: '10', IMAGES_DIR: '/nowhere', ...environment });
  chooseQueueBackend(config);
  let building = Test.createTestingModule({ imports: [AppModule.with(config)] })
    .overrideProvider(Clock)
    .useValue(clock);
  for (const { provide, useValue } of fakes) building = building.overrideProvider(provide).useValue(useValue);
  const module = await building.compile();
  const app = module.createNestApplication<NestFastifyApplication>(httpAdapter(config), { rawBody: true, logger: ['error', 'fatal'] });
  await configureHttpApp(app, config);
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  const database = new pg.Client({ connectionString: own.url });
  await database.connect();
  return {
    app,
    config,
    clock,
    database,
    get: (token) => (app as INestApplicationContext).get(token as Type, { strict: false }),
    close: async () => {
      await app.close();
      await database.end();
      await own.drop();
    },
  };
}
