import { expect, test } from '@jest/globals';
import { chargedMinor, type PriceTable } from '@keyturn/shop-rules';
import { FixedClock } from '../../../testing/fakes.ts';
import { type BasePeriod, basePrice, type PeriodChange } from '../domain/price.ts';
import { type ChargedAmounts, FOLLOWED_FOR_MS } from '../domain/price-limits.ts';
import { FollowCosts } from './follow-costs.ts';
import type { CostChange, Listings, Prices, PricingRules, ProductCost } from './ports.ts';

const clock = new FixedClock();
const now = clock.now();
const [earlier, later] = [-1, 1].map((hours) => new Date(now.getTime() + hours * 3_600_000)) as [Date, Date];
const rules = { margin: 0.5, exchangeRates: { Usd: 1, Pln: 4, Gbp: 1 } };

function period(productId: string, costMinor: number, more: Partial<BasePeriod> = {}, eur?: number): BasePeriod {
  const price = basePrice({ costMinor: 100, list: eur === undefined ? {} : { Eur: eur }, discounted: {}, discountPercent: null }, rules);
  if (price === null) throw new Error('no price');
  return { ...price, productId, costMinor, startsAt: earlier, endsAt: null, ...more };
}

const amountsOf = (prices: PriceTable): ChargedAmounts => ({
  Eur: chargedMinor(prices.Eur),
  Usd: chargedMinor(prices.Usd),
  Pln: chargedMinor(prices.Pln),
  Gbp: chargedMinor(prices.Gbp),
});

/** `highest`: of all products; null where nobody has seen a price yet. */
function following(found: { changed: string[]; costs: CostChange[] }, periods: readonly BasePeriod[], highest?: ChargedAmounts | null) {
  const lasting: { ids: string[]; since: Date }[] = [];
  let holds = 0;
  const [asked, changes, rebuilt, noted]: [string[][], PeriodChange[], string[][], ProductCost[]] = [[], [], [], []];
  const prices = {
    changedCosts: async () => found.costs,
    noteCosts: async (costs: ProductCost[]) => (noted.push(...costs), found.changed),
    lastingPrices: async (ids: string[], since: Date) => {
      lasting.push({ ids, since });
      return new Map(highest === null ? [] : periods.map(({ productId, prices }) => [productId, highest ?? amountsOf(prices)]));
    },
    ofProducts: async (ids: string[]) => (asked.push(ids), periods),
    changeBase: async (change: PeriodChange[]) => void changes.push(...change),
  } as unknown as Prices;
  const listings = { rebuild: async (ids: string[]) => void rebuilt.push(ids) } as unknown as Listings;
  const follow = new FollowCosts(prices, listings, { hold: async () => ((holds += 1), rules) } as unknown as PricingRules, clock);
  const one: ProductCost = { productId: 'a', costMinor: 200, offerIds: [] };
  return { run: (costs = [one]) => follow.run(costs, 'supplier:kinguin'), asked, changes, rebuilt, noted, lasting, holds: () => holds };
}

test('a changed cost makes the price by the margin, from now on and for planned prices; an amount set by hand stays', async () => {
  const costs = ['a', 'b'].map((productId) => ({ productId, beforeMinor: 100, afterMinor: 200 }));
  const planned = period('a', 200, { startsAt: later });
  const { run, asked, changes, rebuilt } = following({ changed: ['a', 'b', 'c'], costs }, [
    period('a', 200, { endsAt: later }),
    planned,
    period('b', 200, {}, 900),
  ]);
  expect(await run()).toEqual({ costs, held: [], repriced: 1 });
  expect(asked).toEqual([['a', 'b']]);
  expect(
    changes.map(({ productId, prices, startsAt, endsAt }) => [productId, prices.Eur.listMinor, prices.Pln.listMinor, startsAt, endsAt]),
  ).toEqual([
    ['a', 300, 1200, now, later],
    ['a', 300, 1200, later, null],
  ]);
  expect(rebuilt).toEqual([['a', 'b', 'c']]);
});

test('costs that are as they were change nothing', async () => {
  const { run, changes, rebuilt, asked, holds } = following({ changed: [], costs: [] }, []);
  expect([await run(), await run([])]).toEqual([
    { costs: [], held: [], repriced: 0 },
    { costs: [], held: [], repriced: 0 },
  ]);
  expect([changes, rebuilt, asked, holds()]).toEqual([[], [], [], 1]);
});

test('a cost that would charge more than 75 % less is not stored, and the price stays', async () => {
  const change = (productId: string, afterMinor: number) => ({ productId, beforeMinor: 100, afterMinor });
  const costs = [change('a', 24), change('b', 25)];
  const { run, changes, noted } = following({ changed: ['b'], costs }, [period('a', 100), period('b', 100)]);
  const asked = costs.map(({ productId, afterMinor }) => ({ productId, costMinor: afterMinor, offerIds: [productId] }));
  expect(await run(asked)).toEqual({ costs: [costs[1]], held: [costs[0]], repriced: 1 });
  expect(changes.map(({ productId, prices }) => [productId, prices.Eur.listMinor])).toEqual([['b', 38]]);
  expect(noted.map(({ productId, costMinor }) => [productId, costMinor])).toEqual([
    ['a', null],
    ['b', 25],
  ]);
});

test('a price that falls in steps is held by the highest lasting one of the last 30 days', async () => {
  const costs = [{ productId: 'a', beforeMinor: 30, afterMinor: 24 }];
  const { run, lasting } = following({ changed: [], costs }, [period('a', 30)], { Eur: 150, Usd: 150, Pln: 600, Gbp: 150 });
  expect(await run()).toEqual({ costs: [], held: costs, repriced: 0 });
  expect(lasting).toEqual([{ ids: ['a'], since: new Date(now.getTime() - FOLLOWED_FOR_MS) }]);
});

test('prices that nobody has seen may fall as they like', async () => {
  const costs = ['a', 'b'].map((productId) => ({ productId, beforeMinor: 100, afterMinor: 1 }));
  const { run } = following({ changed: ['a', 'b'], costs }, [period('a', 100), period('b', 100)], null);
  expect(await run()).toEqual({ costs, held: [], repriced: 2 });
});
