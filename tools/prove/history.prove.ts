import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pLimit from 'p-limit';
import { report, SEED, sized } from '../../apps/api/src/testing/campaigns/campaign.ts';
import { delayReplay } from '../database/standby.ts';
import { buy, type Intention } from './customers/customer.ts';
import { booksAtRest, faultsAtRest, planOf, startStockedShop, type StockedShop } from './customers/stocked-shop.ts';

const MINUTES = 60_000;
const SIZE = sized({ full: { customers: 3000, products: 60, keysOfEach: 50 }, sample: { customers: 150, products: 10, keysOfEach: 15 } });
const AT_ONCE = 40;
/** How far the read replica is behind, in milliseconds: much further than a buyer needs to look again. */
const REPLICA_BEHIND_MS = 5000;
const INTENTIONS: readonly Intention[] = ['pays', 'pays', 'pays', 'pays after a refused card', 'lets it expire'];

let stocked: StockedShop;

beforeAll(async () => {
  stocked = await startStockedShop({ apis: 3, hasReplica: true }, SIZE);
  if (stocked.shop.replica) delayReplay(stocked.shop.replica, REPLICA_BEHIND_MS);
}, 3 * MINUTES);
afterAll(() => stocked?.stop(), MINUTES);

test(
  `${SIZE.customers} customers, each asking another process each time while the replica is behind: no confirmed order vanishes, nobody is refused while keys are free, nobody reads an older state of an order`,
  async () => {
    const atOnce = pLimit(AT_ONCE);
    const tolds = await Promise.all(
      Array.from({ length: SIZE.customers }, (_, index) =>
        atOnce(() => buy(stocked.places, planOf(stocked, { name: 'history', seed: SEED, index, intentions: INTENTIONS, reads: 40 }))),
      ),
    );
    const books = await booksAtRest(stocked, tolds, 10 * MINUTES);
    expect(await faultsAtRest(stocked, tolds, books)).toEqual([]);
    const sum = (of: (told: (typeof tolds)[number]) => number) => tolds.reduce((count, told) => count + of(told), 0);
    const [reads, refused] = [sum(({ seen }) => seen.length), sum((told) => (told.refused.length > 0 ? 1 : 0))];
    report(
      `${tolds.length} customers were told of ${books.orders.length} orders, ${books.payments.length} payments and ${refused} refusals, and read their orders ${reads} times, with the replica ${REPLICA_BEHIND_MS / 1000} s behind`,
    );
    expect(Math.min(reads, refused)).toBeGreaterThan(SIZE.customers / 20);
  },
  60 * MINUTES,
);
