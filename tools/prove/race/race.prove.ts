import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pLimit from 'p-limit';
import { report, SEED, sized } from '../../../apps/api/src/testing/campaigns/campaign.ts';
import { buy, type Intention } from '../customers/customer.ts';
import { booksAtRest, faultsAtRest, planOf, startStockedShop, type StockedShop } from '../customers/stocked-shop.ts';
import { type Told, withoutPayments } from '../customers/told.ts';
import { Calls } from './calls.ts';
import { byOneClock, type Lapse, letReservationsLapse, soldAgain, stillLapsing } from './lapse.ts';
import { LIMITS, proveLimits } from './limits.cases.ts';
import { proveOneWinner } from './one-winner.cases.ts';

const MINUTES = 60_000;
const SIZE = sized({ full: { buyers: 10_000, products: 100, apis: 3 }, sample: { buyers: 400, products: 10, apis: 2 } });
/** So many products are left to the calls of which one may win. */
const SPARE = sized({ full: 6, sample: 2 });
const KEYS_OF_EACH = sized({ full: 25, sample: 10 });
const AT_ONCE = 200;
/** The buyer with whom time passes: by then all keys are sold or reserved, and the others still come. */
const LAPSES_AT = Math.floor(0.7 * SIZE.buyers);
/** Each process reads the clock anew when it is told to. */
const CLOCK_MOVES_WITHIN_MS = 2000;
const INTENTIONS: readonly Intention[] = ['pays', 'pays', 'pays', 'pays after a refused card', 'leaves', 'lets it expire'];

let stocked: StockedShop;

beforeAll(async () => {
  stocked = await startStockedShop(
    { apis: SIZE.apis, environment: { LIFT_HOARDING_LIMITS: 'false', ...LIMITS } },
    { products: SIZE.products + SPARE, keysOfEach: KEYS_OF_EACH },
  );
}, 3 * MINUTES);
afterAll(() => stocked?.stop(), MINUTES);

describe('many buyers for few keys', () => {
  test(
    `${SIZE.buyers} buyers want ${SIZE.products * KEYS_OF_EACH} keys with mixed carts, some leave and some sessions end: each key goes once, what is paid is delivered, nobody is refused for nothing, and the keys of those who left are sold to others`,
    async () => {
      const atOnce = pLimit(AT_ONCE);
      const supply = new Map([...stocked.supply].slice(SPARE));
      const begun = Date.now();
      const left: Told[] = [];
      let lapse: Lapse = { at: Infinity, keys: [] };
      // Sessions of checkouts that were asked for until then may end by the lapse.
      let lapsesUntil = -Infinity;
      const mayHaveLapsed = ({ askedAt }: Told) => askedAt < lapsesUntil;
      const tolds = await Promise.all(
        Array.from({ length: SIZE.buyers }, (_, index) =>
          atOnce(async () => {
            if (index === LAPSES_AT) {
              lapsesUntil = Infinity;
              lapse = await letReservationsLapse(stocked, left);
              lapsesUntil = Date.now() + CLOCK_MOVES_WITHIN_MS;
            }
            const plan = planOf({ supply }, { name: 'race', seed: SEED, index, intentions: INTENTIONS, reads: index % 5 === 0 ? 30 : 0 });
            const told = await buy(stocked.places, { ...plan, mayHaveLapsed });
            if (plan.intention === 'leaves') left.push(told);
            return told;
          }),
        ),
      );
      const books = await booksAtRest(stocked, tolds, 10 * MINUTES, { onItsWay: () => stillLapsing(stocked) });
      expect(await faultsAtRest(stocked, tolds, byOneClock(books, lapse))).toEqual([]);
      const resold = await soldAgain(stocked, lapse);
      const delivered = books.orders.filter(({ status }) => status === 'completed');
      const refused = tolds.filter((told) => told.refused.length > 0);
      const { expired, refusedCards } = withoutPayments(tolds);
      report(
        `${SIZE.buyers} buyers for ${SIZE.products * KEYS_OF_EACH} keys over ${SIZE.apis} API processes, ${books.orders.length} orders, ${refused.length} refused, ${expired} sessions expired, ${refusedCards} cards refused, ${delivered.length} paid and delivered with ${new Set(books.mails.flatMap(({ keys }) => keys)).size} keys in ${Math.round((Date.now() - begun) / 1000)} s; ${lapse.keys.length} keys of buyers who had left lapsed, ${resold} of them were sold to others`,
      );
      // Without the lapse those orders hold their keys to the end.
      expect(resold).toBeGreaterThan(0);
      expect(Math.min(delivered.length, refused.length, expired, refusedCards)).toBeGreaterThan(SIZE.buyers / 100);
    },
    60 * MINUTES,
  );
});

const calls = new Calls(
  () => stocked,
  (round) => [...stocked.supply.keys()][round % SPARE] ?? 0,
);

describe('calls of which one may have an effect, made at the same time', () => proveOneWinner(() => stocked, calls));

describe('limits, when many calls come at the same time', () => proveLimits(() => stocked, calls));
