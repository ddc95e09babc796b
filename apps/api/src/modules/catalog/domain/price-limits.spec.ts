import { expect, test } from '@jest/globals';
import { CURRENCIES, type Currency, type PriceTable } from '@keyturn/shop-rules';
import { FOLLOWED_FOR_MS, isTooDeepToFollow, type PriceConsent, PriceRefused, refuseLoss, refuseRaise } from './price-limits.ts';

const rules = { margin: 0.12, exchangeRates: { Usd: 1.1, Pln: 4.3, Gbp: 0.85 } };
const none: PriceConsent = { isBelowCost: false, isConfirmed: false };

/** The same amount in every currency, but for those that are named; charged by a discount on twice as much. */
const charged = (minor: number, other: Partial<Record<Currency, number>> = {}): PriceTable =>
  Object.fromEntries(
    CURRENCIES.map((currency) => [currency, { listMinor: 2 * minor, discountedMinor: other[currency] ?? minor }]),
  ) as unknown as PriceTable;

function refusal(work: () => void): Record<string, unknown> | null {
  try {
    work();
    return null;
  } catch (error) {
    if (!(error instanceof PriceRefused)) throw error;
    return { ...error.extra, field: error.details?.[0]?.field, message: error.message };
  }
}

test('a sale that would charge more than is charged is refused, with the product, the price now and the price then', () => {
  expect(refusal(() => refuseRaise('7', charged(1259), [charged(349)]))).toEqual({
    product: '7',
    currency: 'EUR',
    priceNow: 3.49,
    priceThen: 12.59,
    field: 'percent',
    message: 'This sale would raise the price of 7 from €3.49 to €12.59.',
  });
});

test.each(CURRENCIES)('one cent more in %s alone is refused, at any moment of the sale', (currency) => {
  const sale = charged(500, { [currency]: 501 });
  expect(refusal(() => refuseRaise('7', sale, [charged(900), charged(500)]))).toMatchObject({ currency: currency.toUpperCase() });
  expect(refusal(() => refuseRaise('7', sale, [charged(900), charged(501)]))).toBeNull();
});

test('a price below what the shop pays is refused in every currency, and one at its cost is not', () => {
  const cost = { Eur: 500, Usd: 550, Pln: 2150, Gbp: 425 };
  const at = (other: Partial<Record<Currency, number>>) => ({
    before: charged(3000),
    after: charged(3000, { ...cost, ...other }),
    costMinor: 500,
  });
  expect(refusal(() => refuseLoss('7', at({}), rules, none))).toBeNull();
  for (const currency of CURRENCIES) {
    const below = at({ [currency]: cost[currency] - 1 });
    expect(refusal(() => refuseLoss('7', below, rules, none))).toMatchObject({ field: 'belowCost', currency: currency.toUpperCase() });
    expect(refusal(() => refuseLoss('7', below, rules, { ...none, isBelowCost: true }))).toBeNull();
    expect(refusal(() => refuseLoss('7', { ...below, costMinor: null }, rules, none))).toBeNull();
  }
});

test('more than 90 % off needs a confirmation, 90 % does not', () => {
  const to = (minor: number) => ({ before: charged(1000), after: charged(minor), costMinor: null });
  expect(refusal(() => refuseLoss('7', to(100), rules, none))).toBeNull();
  expect(refusal(() => refuseLoss('7', to(99), rules, none))).toMatchObject({ field: 'confirm', priceNow: 10, priceThen: 0.99 });
  expect(refusal(() => refuseLoss('7', to(1), rules, { ...none, isConfirmed: true }))).toBeNull();
});

test('a refused price is a conflict whose sentence names both prices, or the cost', () => {
  const rules = { margin: 0.1, exchangeRates: { Usd: 1, Pln: 1, Gbp: 1 } };
  const no = { isBelowCost: false, isConfirmed: false };
  const below = () => refuseLoss('7', { before: charged(1000), after: charged(500), costMinor: 600 }, rules, no);
  expect(below).toThrow(
    expect.objectContaining({ kind: 'conflict', message: '€5.00 is less than 7 costs the shop (€6.00): an owner can say belowCost.' }),
  );
  const deep = () => refuseLoss('7', { before: charged(1000), after: charged(99), costMinor: null }, rules, no);
  expect(deep).toThrow('€0.99 for 7 is more than 90 % off €10.00: say confirm if it is meant.');
});

test('what a product cost at most counts for thirty days', () => {
  expect(FOLLOWED_FOR_MS / 86_400_000).toBe(30);
});

test.each(CURRENCIES)('more than 75 %% less in %s alone is too deep to follow', (currency) => {
  const highest = { Eur: 1000, Usd: 1000, Pln: 1000, Gbp: 1000 };
  expect(isTooDeepToFollow(highest, charged(1000, { [currency]: 249 }))).toBe(true);
  expect(isTooDeepToFollow(highest, charged(250))).toBe(false);
});
