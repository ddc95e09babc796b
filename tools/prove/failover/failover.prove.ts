import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { report, SEED, sized } from '../../../apps/api/src/testing/campaigns/campaign.ts';
import { buy } from '../customers/customer.ts';
import { booksAtRest, faultsAtRest, planOf, startStockedShop, type StockedShop } from '../customers/stocked-shop.ts';
import { Storm } from '../customers/storm.ts';
import { withoutPayments } from '../customers/told.ts';
import { Cluster } from './cluster.ts';

const MINUTES = 60_000;
const FAILOVERS = sized({ full: 10, sample: 1 });
/** Before each failover, with the standby in place, and after the last one. */
const SALES_BETWEEN = sized({ full: 100, sample: 15 });
/** From the primary's end to the next payment. */
const LONGEST_PAUSE_SECONDS = 60;

const cluster = new Cluster();
let stocked: StockedShop;

beforeAll(async () => {
  stocked = await startStockedShop(
    { isDurable: true, reach: cluster.reach },
    { products: 20, keysOfEach: sized({ full: 1000, sample: 100 }) },
  );
}, 3 * MINUTES);
afterAll(async () => {
  await stocked?.stop();
  await cluster.stop();
}, MINUTES);

test(
  'the primary is lost under load and its synchronous standby takes over: no confirmed order, payment or key is lost, and the processes go on by themselves',
  async () => {
    const { shop } = stocked;
    const processes = [...shop.apiPids(), ...shop.workerPids()];
    await cluster.addStandby();
    const storm = new Storm(stocked, 'failover', SEED);
    const pauses: number[] = [];
    for (let count = 0; count < FAILOVERS; count += 1) {
      if (count > 0) await cluster.addStandby();
      await storm.goOn(SALES_BETWEEN);
      const begun = Date.now();
      await cluster.failOver();
      await storm.goOn(1);
      pauses.push((Date.now() - begun) / 1000);
    }
    await storm.goOn(SALES_BETWEEN);
    await storm.end();
    const books = await booksAtRest(stocked, storm.tolds, 10 * MINUTES);
    expect(await faultsAtRest(stocked, storm.tolds, books)).toEqual([]);
    const refunded = new Set(books.orders.filter(({ status }) => status === 'refunded').map(({ session }) => session));
    expect([...storm.refunded].filter((session) => !refunded.has(session))).toEqual([]);
    expect([...shop.apiPids(), ...shop.workerPids()]).toEqual(processes);
    const { expired, refusedCards } = withoutPayments(storm.tolds);
    report(
      `${FAILOVERS} failovers: ${books.payments.length} paid, ${books.mails.length} mails, ${refunded.size} refunded, ${expired} sessions expired, ${refusedCards} cards refused; sold again after ${Math.max(...pauses).toFixed(1)} s at most`,
    );
    expect(books.mails.length).toBeGreaterThan(SALES_BETWEEN);
    expect(Math.min(expired, refusedCards)).toBeGreaterThan(0);
    expect(Math.max(...pauses)).toBeLessThan(LONGEST_PAUSE_SECONDS);
  },
  60 * MINUTES,
);

test(
  'a standby that has not got the last commits is planted: the orders that are lost with them are found',
  async () => {
    await cluster.addStandby();
    await cluster.separate();
    const customers = Array.from({ length: 5 }, (_, index) =>
      buy(stocked.places, planOf(stocked, { name: 'lost', seed: SEED, index, intentions: ['leaves'] })),
    );
    const tolds = await Promise.all(customers);
    await cluster.failOver();
    const books = await booksAtRest(stocked, tolds, MINUTES);
    const faults = await faultsAtRest(stocked, tolds, books);
    const lost = faults.filter((fault) => fault.endsWith('and there is no such order'));
    expect(lost).toHaveLength(5);
    report(`planted and found: ${lost.length} orders lost with a standby that is behind`);
  },
  10 * MINUTES,
);
