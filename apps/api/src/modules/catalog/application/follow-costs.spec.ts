import { expect, test } from '@jest/globals';
import { FixedClock } from '../../../testing/fakes.ts';
import { type BasePeriod, basePrice, type PeriodChange } from '../domain/price.ts';
import { FollowCosts } from './follow-costs.ts';
import type { CostChange, Listings, Prices, PricingRules } from './ports.ts';

const clock = new FixedClock();
const now = clock.now();
const [earlier, later] = [-1, 1].map((hours) => new Date(now.getTime() + hours * 3_600_000)) as [Date, Date];
const rules = { margin: 0.5, exchangeRates: { Usd: 1, Pln: 4, Gbp: 1 } };

function period(productId: string, costMinor: number, more: Partial<BasePeriod> = {}, eur?: number): BasePeriod {
  const price = basePrice({ costMinor: 100, list: eur === undefined ? {} : { Eur: eur }, discounted: {}, discountPercent: null }, rules);
  if (price === null) throw new Error('no price');
  return { ...price, productId, costMinor, startsAt: earlier, endsAt: null, ...more };
}

function following(noted: { changed: string[]; costs: CostChange[] }, periods: readonly BasePeriod[]) {
  const [asked, changes, rebuilt]: [string[][], PeriodChange[], string[][]] = [[], [], []];
  const prices = {
    noteCosts: async () => noted,
    ofProducts: async (ids: string[]) => (asked.push(ids), periods),
    changeBase: async (change: PeriodChange[]) => void changes.push(...change),
  } as unknown as Prices;
  const listings = { rebuild: async (ids: string[]) => void rebuilt.push(ids) } as unknown as Listings;
  const follow = new FollowCosts(prices, listings, { hold: async () => rules } as unknown as PricingRules, clock);
  const one = { productId: 'a', costMinor: 200, offerIds: [] };
  return { run: (costs = [one]) => follow.run(costs, 'supplier:kinguin'), asked, changes, rebuilt };
}

test('a changed cost makes the price by the margin, from now on and for planned prices; an amount set by hand stays', async () => {
  const costs = ['a', 'b'].map((productId) => ({ productId, beforeMinor: 100, afterMinor: 200 }));
  const planned = period('a', 200, { startsAt: later });
  const { run, asked, changes, rebuilt } = following({ changed: ['a', 'b', 'c'], costs }, [
    period('a', 200, { endsAt: later }),
    planned,
    period('b', 200, {}, 900),
  ]);
  expect(await run()).toEqual({ costs, repriced: 1 });
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
  const { run, changes, rebuilt } = following({ changed: [], costs: [] }, []);
  expect([await run(), await run([])]).toEqual([
    { costs: [], repriced: 0 },
    { costs: [], repriced: 0 },
  ]);
  expect([changes, rebuilt]).toEqual([[], []]);
});
