import { beforeEach, expect, test } from '@jest/globals';
import { FixedClock, PlainTransaction } from '../../../../testing/fakes.ts';
import type { Audit, StaffAct } from '../../../ops/index.ts';
import { type BasePeriod, basePrice, type PeriodChange } from '../../domain/price.ts';
import type { Catalogue } from '../catalogue.ts';
import type { Listings, PlannedSale, Prices, PricingRules, Sales } from '../ports.ts';
import { PriceProduct, type WantedSale } from './price-product.ts';
import type { StaffProducts } from './staff-products.ts';

const HOUR = 3_600_000;
const clock = new FixedClock();
const now = clock.now();
const at = (hours: number) => new Date(now.getTime() + hours * HOUR);
const rules = { margin: 0, exchangeRates: { Usd: 1, Pln: 4, Gbp: 1 } };
const act = (role = 'catalogue') => ({ by: { id: 'key-1', name: 'ada', role }, reason: 'sells fast' }) as unknown as StaffAct;
const plain = { isBelowCost: false, isConfirmed: false };

function period(
  eur: number,
  startsAt: Date,
  endsAt: Date | null = null,
  costMinor: number | null = 500,
  discountPercent: number | null = null,
): BasePeriod {
  const price = basePrice({ costMinor, list: { Eur: eur }, discounted: {}, discountPercent }, rules);
  if (price === null) throw new Error('no price');
  return { ...price, productId: 'product-1', costMinor, startsAt, endsAt };
}

/** 10 euros now, 8 euros from the fifth to the tenth hour, then 10 again. */
let periods: BasePeriod[];
let changed: PeriodChange[];
let sales: PlannedSale[];
let rebuilt: unknown[];
let pinned: unknown[];
let acts: { action: string; before: Record<string, unknown>; after: Record<string, unknown> }[];
let isTaken: boolean;
let running: { startsAt: Date; endsAt: Date } | null;
beforeEach(() => {
  periods = [period(1000, at(-1), at(5)), period(800, at(5), at(10)), period(1000, at(10))];
  [changed, sales, rebuilt, pinned, acts] = [[], [], [], [], []];
  [isTaken, running] = [false, null];
});

const staff = new PriceProduct(
  {
    ofProduct: async () => periods,
    changeBase: async (changes: PeriodChange[]) => void changed.push(...changes),
  } as unknown as Prices,
  {
    isTaken: async () => isTaken,
    plan: async (sale: PlannedSale) => (sales.push(sale), 'sale-1'),
    end: async () => running,
  } as unknown as Sales,
  { hold: async () => rules } as unknown as PricingRules,
  { pinPrice: async (...call: unknown[]) => void pinned.push(call) } as unknown as StaffProducts,
  {
    productIds: async (names: string[]) => new Map(names.map((name) => [name, name === 'game-1' ? 'product-1' : undefined])),
  } as unknown as Catalogue,
  { rebuild: async (...call: unknown[]) => void rebuilt.push(call) } as unknown as Listings,
  { record: async (entry: (typeof acts)[number]) => void acts.push(entry) } as unknown as Audit,
  new PlainTransaction(),
  clock,
);

const set = (eur: number | undefined, startsAt: Date | null, endsAt: Date | null, more: object = {}, role?: string) =>
  staff.set('game-1', eur === undefined ? {} : { Eur: eur }, { startsAt, endsAt, ...plain, ...more }, act(role));
const sale = (offer: Partial<WantedSale>, role?: string) =>
  staff.planSale('game-1', { percent: 20, charged: {}, startsAt: null, endsAt: at(2), ...plain, ...offer }, act(role));
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: Error & { details?: { field: string }[] }) => `${error.constructor.name}: ${error.details?.[0]?.field ?? error.message}`,
  );

test('a price from now on replaces what was planned, is kept from imports, shown, and recorded with what it replaced', async () => {
  expect(await set(1200, null, null)).toBe('product-1');
  expect(changed.map(({ productId, prices, startsAt, endsAt }) => [productId, prices.Eur.listMinor, startsAt, endsAt])).toEqual([
    ['product-1', 1200, now, null],
  ]);
  expect(pinned).toEqual([['product-1', true]]);
  expect(rebuilt).toEqual([[['product-1'], now]]);
  expect(acts).toEqual([
    {
      ...act(),
      action: 'products.price',
      subject: { type: 'product', id: 'product-1' },
      before: expect.objectContaining({
        eur: 1000,
        pln: 4000,
        plnDiscounted: null,
        planned: [
          expect.objectContaining({ eur: 800, startsAt: at(5).toISOString(), endsAt: at(10).toISOString() }),
          expect.objectContaining({ eur: 1000, startsAt: at(10).toISOString(), endsAt: null }),
        ],
      }),
      after: expect.objectContaining({ eur: 1200, startsAt: now.toISOString(), endsAt: null }),
    },
  ]);
});

test.each([
  ['before the planned one', 1, 5, undefined],
  ['into the planned one', 1, 6, [5]],
  ['within the planned one', 6, 7, [5]],
  ['from the end of the planned one', 10, 11, [10]],
  ['over all', 4, 12, [5, 10]],
])('a price for a time %s names what it replaces', async (_, from, to, starts) => {
  await set(900, at(from), at(to));
  const planned = acts[0]?.before.planned as { startsAt: string }[] | undefined;
  expect(planned?.map(({ startsAt }) => startsAt)).toEqual(starts?.map((hours) => at(hours).toISOString()));
});

test('the price that is in force is no planned one, though it begins just now', async () => {
  periods = [period(1000, now)];
  await set(900, null, null);
  expect(acts[0]?.before).not.toHaveProperty('planned');
});

test('a start in the past becomes now; a price for later is compared with what is in force then', async () => {
  await set(900, at(-3), null);
  expect(changed[0]?.startsAt).toEqual(now);
  await set(900, at(5), null);
  expect(acts.map(({ before }) => before.eur)).toEqual([1000, 800]);
});

test.each([
  ['for good and at once', null, null, false],
  ['from later on', 1, null, true],
  ['for a time', null, 1, true],
])('a price without amounts, %s, leaves it to imports: %s', async (_, from, to, isKept) => {
  await set(undefined, from === null ? null : at(from), to === null ? null : at(to));
  expect(pinned).toEqual([['product-1', isKept]]);
  expect(changed[0]?.prices.Eur.listMinor).toBe(500);
});

test('what would be a mistake is refused, and nothing is changed', async () => {
  expect(await refusal(set(900, at(2), at(2)))).toBe('NotFit: endsAt');
  expect(await refusal(set(900, null, at(-1)))).toBe('NotFit: endsAt');
  expect(await refusal(set(499, null, null))).toBe('PriceRefused: belowCost');
  expect(await refusal(set(499, null, null, { isBelowCost: true }))).toBe('OwnerNeeded: belowCost');
  expect(await refusal(set(50, null, null, { isBelowCost: true }, 'owner'))).toBe('PriceRefused: confirm');
  expect(await refusal(staff.set('game-2', { Eur: 900 }, { startsAt: null, endsAt: null, ...plain }, act()))).toBe(
    'ProductNotFound: product',
  );
  periods = [];
  expect(await refusal(set(900, null, null))).toBe('ProductNotFound: product');
  periods = [period(1000, at(-1), null, null)];
  expect(await refusal(set(undefined, null, null))).toBe('NotFit: eur');
  expect([changed, pinned, rebuilt, acts]).toEqual([[], [], [], []]);
  expect(await refusal(set(99, null, null, { isBelowCost: true, isConfirmed: true }, 'owner'))).toBe('done');
});

test('a sale is planned with what it charges, shown and recorded', async () => {
  expect(await sale({})).toBe('sale-1');
  expect(sales.map(({ productId, prices, startsAt, endsAt }) => [productId, prices.Eur, prices.Pln, startsAt, endsAt])).toEqual([
    ['product-1', { listMinor: 1000, discountedMinor: 800 }, { listMinor: 4000, discountedMinor: 3200 }, now, at(2)],
  ]);
  expect(rebuilt).toEqual([[['product-1'], now]]);
  expect(acts).toEqual([
    {
      ...act(),
      action: 'products.sale',
      subject: { type: 'product', id: 'product-1' },
      before: expect.objectContaining({ eur: 1000, eurDiscounted: null }),
      after: expect.objectContaining({ eurDiscounted: 800, saleId: 'sale-1', startsAt: now.toISOString(), endsAt: at(2).toISOString() }),
    },
  ]);
});

test('a sale that would be a mistake is refused, and nothing is changed', async () => {
  expect(await refusal(sale({ startsAt: at(1), endsAt: at(1) }))).toBe('NotFit: endsAt');
  expect(await refusal(sale({ startsAt: at(1), endsAt: at(1 + 366 * 24 + 1) }))).toBe('NotFit: endsAt');
  expect(await refusal(sale({ percent: 60 }))).toBe('PriceRefused: belowCost');
  expect(await refusal(sale({ percent: 60, isBelowCost: true }))).toBe('OwnerNeeded: belowCost');
  expect(await refusal(sale({ percent: 91, isBelowCost: true }, 'owner'))).toBe('PriceRefused: confirm');
  isTaken = true;
  expect(await refusal(sale({}))).toMatch(/^SaleOverlaps/);
  expect([sales, rebuilt, acts]).toEqual([[], [], []]);
  isTaken = false;
  expect(await refusal(sale({ percent: 91, isBelowCost: true, isConfirmed: true }, 'owner'))).toBe('done');
  expect(await refusal(sale({ startsAt: at(11), endsAt: at(11 + 366 * 24) }))).toBe('done');
});

test('a sale may not raise what is charged at any moment of its time', async () => {
  expect(await refusal(sale({ percent: 15, endsAt: at(5) }))).toBe('done');
  expect(await refusal(sale({ percent: 15, endsAt: at(6) }))).toBe('PriceRefused: percent');
  expect(await refusal(sale({ percent: 15, startsAt: at(5), endsAt: at(12) }))).toBe('done');
  expect(await refusal(sale({ percent: null, charged: { Eur: 900 }, startsAt: at(10), endsAt: at(12) }))).toBe('done');
  periods = [period(1000, at(-1), null, 500, 30)];
  expect(await refusal(sale({ percent: 20 }))).toBe('PriceRefused: percent');
});

test('a sale that is on ends now, one to come never begins; a sale that does not exist is said so', async () => {
  expect(await refusal(staff.endSale('game-1', 'sale-1', act()))).toMatch(/^SaleNotFound/);
  running = { startsAt: at(-1), endsAt: at(3) };
  await staff.endSale('game-1', 'sale-1', act());
  running = { startsAt: at(2), endsAt: at(3) };
  await staff.endSale('game-1', 'sale-2', act());
  expect(rebuilt).toEqual([
    [['product-1'], now],
    [['product-1'], now],
  ]);
  expect(acts).toEqual([
    {
      ...act(),
      action: 'products.sale-end',
      subject: { type: 'product', id: 'product-1' },
      before: { saleId: 'sale-1', startsAt: at(-1).toISOString(), endsAt: at(3).toISOString() },
      after: { saleId: 'sale-1', endsAt: now.toISOString() },
    },
    expect.objectContaining({ after: { saleId: 'sale-2', endsAt: at(2).toISOString() } }),
  ]);
});
