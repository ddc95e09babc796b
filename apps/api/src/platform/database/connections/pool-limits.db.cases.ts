import { EntityManager } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { type TestShop, testShop } from '../../../testing/test-shop.ts';
import { until } from '../../../testing/until.ts';
import { Metrics } from '../../metrics/metrics.ts';
import { isDatabaseAway } from './database-away.ts';
import { DatabaseBusy } from './pool-limits.ts';
import { ReadDatabase } from '../read-database.ts';

const POOL_SIZE = 2;
const MOST_WAITING = 20 * POOL_SIZE;

export function poolLimits(): void {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await testShop({ environment: { DATABASE_POOL_SIZE: String(POOL_SIZE), DATABASE_STATEMENT_TIMEOUT_SECONDS: '2' } });
  });
  afterAll(() => shop.close());

  // Each with a filter of its own: that no product is there for it is not known from a call before.
  const list = (minPrice: number) => shop.app.inject(`/products/getAllProductsFiltred?minPrice=${minPrice}`);

  const sleep = () => shop.get(ReadDatabase).unprepared('select pg_sleep(60)', []);

  test('beyond a bounded queue a call is refused at once with the time to come back, and health does not wait behind visitors', async () => {
    const asleep = Promise.allSettled(Array.from({ length: POOL_SIZE + MOST_WAITING }, sleep));
    const refused = await list(1);
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '2']);
    expect(refused.json()).toMatchObject({ message: 'The shop is very busy. Please try again in a moment.' });
    expect((await shop.app.inject('/health/ready')).json()).toMatchObject({ database: 'ok' });
    // A statement is ended after its time, and who gets no connection within 5 seconds is refused.
    const ended = (await asleep).map((one) => (one.status === 'rejected' ? one.reason : one)) as { code?: string }[];
    expect(ended.filter((error) => error instanceof DatabaseBusy).length).toBeGreaterThan(MOST_WAITING / 2);
    expect(ended.filter((error) => !(error instanceof DatabaseBusy)).map(({ code }) => code)).toContain('57014');
    expect((await list(1)).statusCode).toBe(200);
  }, 20_000);

  test('a transaction that finds the queue full fails with what passes by itself', async () => {
    const em = () => shop.get(EntityManager).fork();
    const asleep = Promise.allSettled(Array.from({ length: POOL_SIZE + MOST_WAITING }, () => em().execute('select pg_sleep(60)')));
    const error: unknown = await em()
      .transactional((one) => one.execute('select 1'))
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ message: 'The shop is very busy. Please try again in a moment.' });
    expect(isDatabaseAway(error)).toBe(true);
    await asleep;
  }, 20_000);

  test('a transaction whose connection is lost fails with what passes by itself, and the pool has its place again', async () => {
    const { rows } = await shop.database.query<{ name: string }>('select current_database() as name');
    for (let time = 0; time <= POOL_SIZE; time += 1) {
      const error: unknown = await shop
        .get(EntityManager)
        .fork()
        .transactional(async (em) => {
          const [own] = await em.execute<{ pid: number }[]>('select pg_backend_pid() as pid');
          await shop.database.query('select pg_terminate_backend($1, 5000)', [own?.pid]);
          await em.execute('select 1');
        })
        .catch((reason: unknown) => reason);
      expect(isDatabaseAway(error)).toBe(true);
      expect(error).not.toBeInstanceOf(DatabaseBusy);
    }
    expect(await shop.get(EntityManager).fork().execute('select current_database() as name')).toEqual(rows);
  }, 20_000);

  test('a page whose statement takes too long answers 503 with the time to come back', async () => {
    const client = new pg.Client({ connectionString: shop.config.databaseUrl });
    await client.connect();
    await client.query('begin; lock table listing in access exclusive mode');
    const answer = await list(2);
    await client.end();
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '2']);
    expect((await list(2)).statusCode).toBe(200);
  });

  test('while calls have to wait long for a connection, others are refused before they wait as well, and health is not', async () => {
    const asleep = Promise.all(Array.from({ length: 10 * POOL_SIZE }, () => shop.get(ReadDatabase).unprepared('select pg_sleep(0.2)', [])));
    await until(() => shop.get(Metrics).pools.pressure.isTooHigh());
    const refused = await list(3);
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '2']);
    expect((await shop.app.inject('/health/ready')).statusCode).toBe(200);
    await asleep;
    expect((await list(3)).statusCode).toBe(200);
  });

  test('how long connections are waited for and held is a figure of each pool', async () => {
    await list(1);
    await shop.get(EntityManager).fork().execute('select 1');
    const text = await shop.get(Metrics).text();
    const count = (name: string, pool: string) => Number(new RegExp(`^${name}_count\\{pool="${pool}"\\} (\\d+)`, 'm').exec(text)?.[1]);
    for (const pool of ['reads', 'writes'])
      for (const name of ['keyturn_database_wait_seconds', 'keyturn_database_hold_seconds']) expect(count(name, pool)).toBeGreaterThan(0);
  });
}
