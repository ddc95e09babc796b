import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { EntityManager } from '@mikro-orm/postgresql';
import { getQueueToken } from '@nestjs/bullmq';
import type { INestApplicationContext, Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import type { Queue } from 'bullmq';
import pg from 'pg';
import { AppModule } from '../app.module.ts';
import { type Config, readConfig } from '../platform/config/config.ts';
import { configureHttpApp, httpAdapter } from '../platform/http/create-app.ts';
import { Metrics } from '../platform/metrics/metrics.ts';
import { chooseQueueBackend } from '../platform/queues/backend.ts';
import { PaymentProvider } from '../modules/payments/application/ports.ts';
import { Clock, Mailer, QUEUES } from '../shared/ports.ts';
import { FixedClock } from './fakes.ts';
import { ignoreBusyThread } from '../platform/metrics/testing/busy-thread.ts';
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

const TIMEOUT_MS = 20_000;

/**
 * The whole API on a database and with a folder for pictures of its own, not listening and without workers: the real modules, a clock that
 * stands still, and `fakes` in the place of what leaves the process, `modules` in that of others.
 */
export async function testShop({
  fakes = [],
  modules = [],
  environment = {},
  clock = new FixedClock(),
}: {
  fakes?: readonly { provide: abstract new (...args: never[]) => unknown; useValue: unknown }[];
  modules?: readonly { replace: Type; by: Type }[];
  /** Or what makes it of the database's address. */
  environment?: Record<string, string> | ((databaseUrl: string) => Record<string, string> | Promise<Record<string, string>>);
  clock?: FixedClock;
} = {}): Promise<TestShop> {
  const own = await testDatabase();
  const images = await mkdtemp(join(tmpdir(), 'keyturn-images-'));
  const config = readConfig({
    DATABASE_URL: own.url,
    DATABASE_POOL_SIZE: '10',
    IMAGES_DIR: images,
    LIST_CACHE_MS: '0',
    // One address has many checkouts open here.
    LIFT_HOARDING_LIMITS: 'true',
    ...(typeof environment === 'function' ? await environment(own.url) : environment),
  });
  chooseQueueBackend(config);
  let building = Test.createTestingModule({ imports: [AppModule.with(config)] })
    .overrideProvider(Clock)
    .useValue(clock);
  for (const { provide, useValue } of fakes) building = building.overrideProvider(provide).useValue(useValue);
  for (const { replace, by } of modules) building = building.overrideModule(replace).useModule(by);
  const module = await building.compile();
  const app = module.createNestApplication<NestFastifyApplication>(httpAdapter(config), { rawBody: true, logger: ['error', 'fatal'] });
  await configureHttpApp(app, config);
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  ignoreBusyThread(app.get(Metrics).pools.pressure);
  // A spec may be over before the queues are connected, and closing meets them on their way.
  await Promise.all(QUEUES.map((name) => app.get<Queue>(getQueueToken(name)).waitUntilReady()));
  for (const token of [PaymentProvider, Mailer]) refuseInTransaction(app.get(token as never, { strict: false }), app.get(EntityManager));
  const database = new pg.Client({ connectionString: own.url });
  await database.connect();
  return {
    app,
    config,
    clock,
    database,
    get: (token) => (app as INestApplicationContext).get(token as Type, { strict: false }),
    close: async () => {
      const closing = app.close().then(() => true);
      const isClosed = await Promise.race([closing, setTimeout(TIMEOUT_MS, false, { ref: false })]);
      // What blocks it is printed, and its connections end with the database, so that no run of tests waits for ever.
      const held = isClosed ? [] : await openConnections(database);
      try {
        await database.end();
        await own.drop();
      } finally {
        await rm(images, { recursive: true, force: true, maxRetries: 3 });
      }
      if (!isClosed) throw new Error(`The shop did not close within ${TIMEOUT_MS / 1000} s: ${held.join('; ')}`);
    },
  };
}

/** No connection is held while `remote` is asked: its calls fail inside of a transaction. */
function refuseInTransaction(remote: object, em: EntityManager): void {
  const named = remote as Record<string, unknown>;
  const names = Object.getOwnPropertyNames(Object.getPrototypeOf(remote)).filter((name) => name !== 'constructor');
  for (const name of names) {
    const call = named[name];
    if (typeof call !== 'function') continue;
    named[name] = (...given: unknown[]) => {
      const answer: unknown = call.apply(remote, given);
      if (answer instanceof Promise && em.isInTransaction()) throw new Error(`${name} was called inside of a transaction.`);
      return answer;
    };
  }
}

async function openConnections(database: pg.Client): Promise<string[]> {
  const { rows } = await database.query<{
    activity: string;
  }>(`select concat_ws(' ', application_name, state, wait_event, left(query, 80)) as activity
    from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`);
  return rows.map(({ activity }) => activity);
}
