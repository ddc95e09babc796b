import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pLimit from 'p-limit';
import { report, SEED, sized } from '../../../apps/api/src/testing/campaigns/campaign.ts';
import { buy, type Intention } from '../customers/customer.ts';
import { booksAtRest, faultsAtRest, planOf, startStockedShop, type StockedShop } from '../customers/stocked-shop.ts';
import { proveOneWinner } from './one-winner.cases.ts';

const MINUTES = 60_000;
const SIZE = sized({ full: { buyers: 10_000, products: 100, apis: 3 }, sample: { buyers: 400, products: 10, apis: 2 } });
/** So many products are left to the calls of which one may win. */
const SPARE = sized({ full: 4, sample: 1 });
const KEYS_OF_EACH = sized({ full: 25, sample: 10 });
const AT_ONCE = 200;
const INTENTIONS: readonly Intention[] = ['pays', 'pays', 'pays', 'pays after a refused card', 'leaves', 'lets it expire'];

let stocked: StockedShop;

beforeAll(async () => {
  stocked = await startStockedShop(
    { apis: SIZE.apis, environment: { LIFT_HOARDING_LIMITS: 'false' } },
    { products: SIZE.products + SPARE, keysOfEach: KEYS_OF_EACH },
  );
}, 3 * MINUTES);
afterAll(() => stocked?.stop(), MINUTES);

describe('many buyers for few keys', () => {
  test(
    `${SIZE.buyers} buyers want ${SIZE.products * KEYS_OF_EACH} keys with mixed carts, some leave and some sessions end: each key goes once, what is paid is delivered, nobody is refused for nothing`,
    async () => {
      const atOnce = pLimit(AT_ONCE);
      const supply = new Map([...stocked.supply].slice(SPARE));
      const begun = Date.now();
      const tolds = await Promise.all(
        Array.from({ length: SIZE.buyers }, (_, index) =>
          atOnce(() =>
            buy(
              stocked.places,
              planOf({ supply }, { name: 'race', seed: SEED, index, intentions: INTENTIONS, reads: index % 5 === 0 ? 30 : 0 }),
            ),
          ),
        ),
      );
      const books = await booksAtRest(stocked, tolds, 10 * MINUTES);
      expect(await faultsAtRest(stocked, tolds, books)).toEqual([]);
      const delivered = books.orders.filter(({ status }) => status === 'completed');
      const refused = tolds.filter((told) => told.refused.length > 0);
      report(
        `${SIZE.buyers} buyers, ${books.orders.length} orders, ${refused.length} refused, ${delivered.length} paid and delivered with ${books.mails.flatMap(({ keys }) => keys).length} keys in ${Math.round((Date.now() - begun) / 1000)} s`,
      );
      expect(Math.min(delivered.length, refused.length)).toBeGreaterThan(SIZE.buyers / 100);
    },
    60 * MINUTES,
  );
});

describe('calls of which one may have an effect, made at the same time', () =>
  proveOneWinner(
    () => stocked,
    (round) => [...stocked.supply.keys()][round % SPARE] ?? 0,
  ));
