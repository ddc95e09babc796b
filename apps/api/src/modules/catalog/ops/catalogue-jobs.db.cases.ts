import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { operator } from '../../../testing/operators.ts';
import { until, untilOneWaits } from '../../../testing/until.ts';
import { type TestShop, testShop } from '../../../testing/test-shop.ts';
import { LOCKS } from '../../../platform/database/locks.ts';
import { CatalogueJobs } from '../application/ops/catalogue-jobs.ts';
import { CatalogueLock } from '../application/ports.ts';
import { RunCatalogueJobs } from '../index.ts';
import type { JobAnswer, PricingAnswer } from './catalogue-ops.dto.ts';

const LINES = 700;
const NEW_RULES = { margin: 0.5, usd: 2, pln: 4, gbp: 0.8 };

const line = (kinguinId: number) =>
  JSON.stringify({ kinguinId, name: `Game ${kinguinId}`, platform: 'Steam', price: 10, productId: String(kinguinId) });

export function catalogueJobs(): void {
  let shop: TestShop;
  let owner: Awaited<ReturnType<typeof operator>>;

  beforeAll(async () => {
    shop = await testShop({ environment: { MARGIN: '0.1' } });
    owner = await operator(shop, 'owner');
  });
  afterAll(() => shop.close());
  beforeEach(() => shop.database.query('delete from product; delete from catalog_job; delete from pricing_rules'));
  afterEach(() => {
    jest.restoreAllMocks();
  });
  const lines = Array.from({ length: LINES }, (_, index) => line(index + 1)).join('\n');
  const work = () => shop.get(RunCatalogueJobs).run();
  const upload = async (query = '') => (await owner.upload(`/ops/imports${query}`, [['file', lines, 'feed.jsonl']])).json<JobAnswer>();
  const importJob = async (id: string) => (await owner.call('GET', `/ops/imports/${id}`)).json<JobAnswer>();
  const repricing = async () => (await owner.call('GET', '/ops/pricing')).json<PricingAnswer>().repricing;
  /** How many products have each price, on the lists and as what they cost. */
  const priced = async () =>
    (
      await shop.database.query<{ eur: number; usd: number; count: number }>(
        `select eur_minor as eur, usd_minor as usd, count(*)::integer from listing
       join price on price.product_id = listing.product_id and kind = 'base' and price.ends_at is null and eur_list_minor = eur_minor
       group by 1, 2 order by 1`,
      )
    ).rows;

  /** Runs `what` after a number of lines of a file. */
  function after(count: number, what: () => Promise<unknown>): void {
    const jobs = shop.get(CatalogueJobs);
    const read = jobs.lines.bind(jobs);
    jest.spyOn(jobs, 'lines').mockImplementation(async function* (...given) {
      let seen = 0;
      for await (const one of read(...given)) {
        if ((seen += 1) === count) await what();
        yield one;
      }
    });
  }

  test.each([300, 520, LINES])(
    'rates that are set after %i lines of an import was read count for every product in the end',
    async (count) => {
      const { id } = await upload();
      after(count, async () => {
        expect((await owner.call('PUT', '/ops/pricing', NEW_RULES)).status).toBe(200);
        await work();
      });
      await work();
      expect((await importJob(id)).counts).toMatchObject({ created: LINES, rejected: 0 });
      // The second worker left it waiting, so it runs after the import.
      expect(await repricing()).toMatchObject({ state: 'waiting', failure: null });
      await work();
      expect(await repricing()).toMatchObject({ state: 'done' });
      expect(await priced()).toEqual([{ eur: 1500, usd: 3000, count: LINES }]);
    },
  );

  test('lines after new rates are imported with them, without a repricing', async () => {
    await upload();
    after(520, async () => {
      // The second batch is written while the third is read. Rates that were set before it began would count for it, too.
      await until(async () => (await shop.database.query('select from product')).rowCount === 500);
      await owner.call('PUT', '/ops/pricing', NEW_RULES);
    });
    await work();
    expect(await priced()).toEqual([
      { eur: 1100, usd: expect.any(Number), count: 500 },
      { eur: 1500, usd: 3000, count: 200 },
    ]);
  });

  test('rates wait for a batch that is being priced by the former ones', async () => {
    const holding = shop.database;
    await holding.query(`begin; select pg_advisory_xact_lock_shared(${LOCKS.pricingRules})`);
    let isSet = false;
    const setting = owner.call('PUT', '/ops/pricing', NEW_RULES).then(() => (isSet = true));
    await untilOneWaits(holding);
    expect(isSet).toBe(false);
    await holding.query('commit');
    await setting;
    expect(await repricing()).toMatchObject({ state: 'waiting' });
  });

  test('of two jobs the second waits for the end of the first, in whatever process, and has not failed', async () => {
    const first = await upload();
    const second = await upload('?dryRun=true');
    after(400, async () => {
      await Promise.all([work(), work()]);
      expect(await importJob(second.id)).toMatchObject({ state: 'waiting', startedAt: null });
    });
    await work();
    jest.restoreAllMocks();
    expect(await importJob(first.id)).toMatchObject({ state: 'done' });
    await work();
    expect(await importJob(second.id)).toMatchObject({ state: 'done', failure: null, counts: { unchanged: LINES } });
  });

  test('a worker that loses its lock requeues the job, and another runs it from the start', async () => {
    const { id } = await upload();
    const lock = shop.get(CatalogueLock);
    const tryRun = lock.tryRun.bind(lock);
    let isOurs = () => true;
    jest.spyOn(lock, 'tryRun').mockImplementation((job) => tryRun((asked) => job((isOurs = asked))));
    after(400, async () => {
      await shop.database.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'keyturn-catalogue' and datname = current_database()`);
      // Its end is notified a moment later.
      await until(() => !isOurs());
    });
    await work();
    expect(await importJob(id)).toMatchObject({ state: 'waiting', failure: null });
    jest.restoreAllMocks();
    await work();
    expect(await importJob(id)).toMatchObject({ state: 'done', lines: LINES });
  });

  test('the lock is released after the work, also if it fails', async () => {
    const lock = shop.get(CatalogueLock);
    await expect(lock.tryRun(() => Promise.reject(new Error('planted')))).rejects.toThrow('planted');
    const inner: boolean[] = [];
    expect(await lock.tryRun(async () => void inner.push(await lock.tryRun(async () => undefined)))).toBe(true);
    expect(inner).toEqual([false]);
  });
}
