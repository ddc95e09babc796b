import { expect, test } from '@jest/globals';
import { basePrice, type GivenPrices, type PricedProduct, repriced, repricedPeriod, samePrices, sameRules } from './price.ts';

const rules = { margin: 0.12, exchangeRates: { Usd: 1.1, Pln: 4.3, Gbp: 0.85 } };
const given = (more: Partial<GivenPrices>): GivenPrices => ({ costMinor: null, list: {}, discounted: {}, discountPercent: null, ...more });

test('the euro price is the cost with the margin, the others follow from it, each rounded half up once', () => {
  const price = basePrice(given({ costMinor: 579 }), rules);
  expect(price?.prices).toEqual({
    Eur: { listMinor: 648, discountedMinor: null },
    Usd: { listMinor: 713, discountedMinor: null },
    Pln: { listMinor: 2786, discountedMinor: null },
    Gbp: { listMinor: 551, discountedMinor: null },
  });
  expect(price?.overridden).toEqual([]);
});

test('a given amount wins over a derived one and is stored as given', () => {
  const price = basePrice(given({ costMinor: 100, list: { Eur: 5900, Gbp: 4000 }, discounted: { Eur: 3600 }, discountPercent: 39 }), rules);
  expect(price?.prices.Eur).toEqual({ listMinor: 5900, discountedMinor: 3600 });
  expect(price?.prices.Gbp).toEqual({ listMinor: 4000, discountedMinor: 2441 });
  expect(price?.prices.Usd).toEqual({ listMinor: 6490, discountedMinor: 3960 });
  expect(price?.discountPercent).toBe(39);
  expect(price?.overridden).toEqual(['Eur.list', 'Eur.discounted', 'Gbp.list']);
});

test('the other currencies are discounted as much as the euro price where no percentage is given', () => {
  expect(basePrice(given({ list: { Eur: 1000 }, discounted: { Eur: 750 } }), rules)?.prices.Usd).toEqual({
    listMinor: 1100,
    discountedMinor: 825,
  });
});

test('a discounted amount that is not below the list price is no discount', () => {
  expect(basePrice(given({ list: { Eur: 1000 }, discounted: { Eur: 1000 } }), rules)?.prices.Eur.discountedMinor).toBeNull();
});

test('a given percentage is stored, even if rounded small amounts give another', () => {
  const price = basePrice(given({ list: { Eur: 4 }, discountPercent: 20 }), rules);
  expect(price).toMatchObject({ discountPercent: 20, prices: { Eur: { discountedMinor: 3 } } });
});

test('without a cost and without a euro price there is no price', () => {
  expect(basePrice(given({ list: { Usd: 100 } }), rules)).toBeNull();
});

test('a price above the limit is refused', () => {
  expect(basePrice(given({ list: { Eur: 100_000_001 } }), rules)).toBeNull();
});

const product = (more: Partial<GivenPrices>): PricedProduct => {
  const price = basePrice(given(more), rules);
  if (price === null) throw new Error('no price');
  return { ...price, productId: 'p', costMinor: more.costMinor ?? null };
};

test('a changed rate moves derived prices and leaves given ones', () => {
  const changed = repriced(product({ costMinor: 1000, list: { Gbp: 999 } }), { ...rules, exchangeRates: { Usd: 2, Pln: 4.3, Gbp: 2 } });
  expect(changed?.prices.Usd.listMinor).toBe(2240);
  expect(changed?.prices.Gbp.listMinor).toBe(999);
});

test('a changed margin moves the euro price only where it came from the cost', () => {
  expect(repriced(product({ costMinor: 1000 }), { ...rules, margin: 0.5 })?.prices.Eur.listMinor).toBe(1500);
  expect(repriced(product({ costMinor: 1000, list: { Eur: 1300 } }), { ...rules, margin: 0.5 })).toBeNull();
});

test('the same rules change nothing, discounts included', () => {
  expect(repriced(product({ costMinor: 1000, discountPercent: 20 }), rules)).toBeNull();
  expect(repriced(product({ list: { Eur: 4 }, discountPercent: 20 }), rules)).toBeNull();
  expect(repriced(product({ list: { Eur: 1000 }, discounted: { Eur: 755 } }), rules)).toBeNull();
});

test('a period is repriced from now on where it has begun, and else from its start; one whose prices stay is not', () => {
  const [earlier, now, later, latest] = [1, 2, 3, 4].map((day) => new Date(Date.UTC(2026, 2, day))) as [Date, Date, Date, Date];
  const dearer = { ...rules, margin: 0.5 };
  const running = { ...product({ costMinor: 1000 }), startsAt: earlier, endsAt: null };
  const planned = { ...running, startsAt: later, endsAt: latest };
  const change = repriced(running, dearer);
  expect(change?.prices.Eur.listMinor).toBe(1500);
  expect(repricedPeriod(running, dearer, now)).toEqual({ ...change, startsAt: now, endsAt: null });
  expect(repricedPeriod(planned, dearer, now)).toEqual({ ...change, startsAt: later, endsAt: latest });
  expect(repricedPeriod(running, rules, now)).toBeNull();
});

test.each([
  ['margin', { ...rules, margin: 0.13 }],
  ['dollar', { ...rules, exchangeRates: { ...rules.exchangeRates, Usd: 1.2 } }],
  ['złoty', { ...rules, exchangeRates: { ...rules.exchangeRates, Pln: 4.4 } }],
  ['pound', { ...rules, exchangeRates: { ...rules.exchangeRates, Gbp: 0.86 } }],
])('rules with another %s are others', (_what, other) => {
  expect([sameRules(rules, other), sameRules(rules, { ...rules })]).toEqual([false, true]);
});

test.each([
  ['list price', { Usd: { listMinor: 1, discountedMinor: null } }],
  ['discount', { Eur: { listMinor: 1000, discountedMinor: 900 } }],
])('prices with another %s are others', (_what, change) => {
  const { prices } = product({ list: { Eur: 1000 } });
  expect([samePrices(prices, { ...prices, ...change }), samePrices(prices, { ...prices })]).toEqual([false, true]);
});

test('amounts at their bounds are prices: one cent, a million, and a discount to one cent', () => {
  const cheap = basePrice(given({ list: { Eur: 1, Usd: 2 }, discounted: { Usd: 1 } }), rules);
  expect(cheap?.prices).toMatchObject({ Eur: { listMinor: 1, discountedMinor: null }, Usd: { listMinor: 2, discountedMinor: 1 } });
  const million = 100_000_000;
  expect(basePrice(given({ list: { Eur: 1, Usd: million, Pln: 1, Gbp: 1 } }), rules)?.prices.Usd.listMinor).toBe(million);
  expect(basePrice(given({ list: { Eur: 1, Usd: 0 } }), rules)).toBeNull();
});

test('a discount to nothing is none, and neither is a percentage that rounds to nothing', () => {
  const price = basePrice(given({ list: { Eur: 1000 }, discounted: { Eur: 0 } }), rules);
  expect(price).toMatchObject({ discountPercent: 0, overridden: ['Eur.list'], prices: { Eur: { discountedMinor: null } } });
  const rounded = basePrice(given({ list: { Eur: 4 }, discountPercent: 1 }), rules);
  expect(rounded).toMatchObject({ discountPercent: 0, prices: { Eur: { discountedMinor: null } } });
});

test('a given discounted amount decides about the percentage that is shown', () => {
  const price = basePrice(given({ list: { Eur: 1000 }, discounted: { Eur: 500 }, discountPercent: 20 }), rules);
  expect(price?.discountPercent).toBe(50);
});

test('without a cost the euro price stays, whatever the rules become', () => {
  const known = product({ list: { Eur: 1000 } });
  const dearer = { margin: 0.5, exchangeRates: { ...rules.exchangeRates, Usd: 2 } };
  const changed = repriced({ ...known, overridden: [] }, dearer);
  expect(changed).toMatchObject({ productId: 'p', overridden: [], prices: { Eur: { listMinor: 1000 }, Usd: { listMinor: 2000 } } });
});

test('a product that no rule gives a sane price stays as it is', () => {
  expect(repriced(product({ list: { Eur: 1000 } }), { ...rules, exchangeRates: { ...rules.exchangeRates, Pln: 1_000_000 } })).toBeNull();
});
