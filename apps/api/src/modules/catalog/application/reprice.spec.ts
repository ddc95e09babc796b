import { expect, test } from '@jest/globals';
import { FixedClock, PlainTransaction } from '../../../testing/fakes.ts';
import { type BasePeriod, basePrice, type PeriodChange } from '../domain/price.ts';
import type { Listings, Prices, PricingRules } from './ports.ts';
import { RefreshDuePrices } from './refresh-due-prices.ts';
import { Reprice } from './reprice.ts';

const clock = new FixedClock();
const now = clock.now();
const [earlier, later, latest] = [-1, 1, 2].map((hours) => new Date(now.getTime() + hours * 3_600_000)) as [Date, Date, Date];
const former = { margin: 0, exchangeRates: { Usd: 1, Pln: 4, Gbp: 1 } };
const rules = { ...former, margin: 0.5 };

function period(productId: string, isDerived: boolean, more: Partial<BasePeriod> = {}): BasePeriod {
  const price = basePrice(
    { costMinor: 100, list: isDerived ? {} : { Eur: 900, Usd: 900, Pln: 900, Gbp: 900 }, discounted: {}, discountPercent: null },
    former,
  );
  if (price === null) throw new Error('no price');
  return { ...price, productId, costMinor: 100, startsAt: earlier, endsAt: null, ...more };
}

function repricing(batches: readonly (readonly BasePeriod[])[]) {
  const left = [...batches];
  const [asked, changes, rebuilt, progress]: [unknown[][], PeriodChange[][], unknown[][], unknown[][]] = [[], [], [], []];
  const prices = {
    openBase: async (...call: unknown[]) => (asked.push(call), left.shift() ?? []),
    changeBase: async (change: PeriodChange[]) => void changes.push(change),
  } as unknown as Prices;
  const listings = { rebuild: async (...call: unknown[]) => void rebuilt.push(call) } as unknown as Listings;
  const pricing = { hold: async () => rules } as unknown as PricingRules;
  const reprice = new Reprice(prices, listings, pricing, new PlainTransaction(), clock);
  return { run: () => reprice.run('ada', async (...call) => void progress.push(call)), reprice, asked, changes, rebuilt, progress };
}

test('prices that follow from the cost change, in force from now and planned from their start; amounts set by hand stay', async () => {
  const planned = period('a', true, { startsAt: later, endsAt: latest });
  const { run, changes, rebuilt, progress, asked } = repricing([[period('a', true), planned, period('b', false)]]);
  expect(await run()).toBe(1);
  expect(asked).toEqual([['', 500, now]]);
  expect(
    changes[0]?.map(({ productId, prices, startsAt, endsAt }) => [productId, prices.Eur.listMinor, prices.Pln.listMinor, startsAt, endsAt]),
  ).toEqual([
    ['a', 150, 600, now, null],
    ['a', 150, 600, later, latest],
  ]);
  expect(rebuilt).toEqual([[['a'], now]]);
  expect(progress).toEqual([[2, 1]]);
});

test('a full batch is followed by the next one, behind its last product, until one is not full', async () => {
  const full = Array.from({ length: 500 }, (_, index) => period(`p${index}`, index < 2));
  const { run, asked, progress, reprice } = repricing([full, [period('q', true)]]);
  expect(await run()).toBe(3);
  expect(asked.map(([after]) => after)).toEqual(['', 'p499']);
  expect(progress).toEqual([
    [500, 2],
    [501, 3],
  ]);
  expect(await reprice.run('ada')).toBe(0);
});

test('due prices are shown, and the answer says when the next one is due', async () => {
  const due = [later, null, earlier];
  const listings = {
    refreshDue: async (at: Date) => (at.getTime() === now.getTime() ? 3 : 0),
    nextDueAt: async () => due.shift(),
  } as unknown as Listings;
  const refresh = new RefreshDuePrices(listings, new PlainTransaction(), clock);
  expect(await refresh.run()).toEqual({ changed: 3, nextInMs: 3_600_000 });
  expect(await refresh.run()).toEqual({ changed: 3, nextInMs: null });
  expect(await refresh.run()).toEqual({ changed: 3, nextInMs: -3_600_000 });
});
