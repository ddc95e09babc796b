import { expect, test } from '@jest/globals';
import { salePrice } from './planned-price.ts';
import { type BasePrice, basePrice } from './price.ts';

const rules = { margin: 0.12, exchangeRates: { Usd: 1.1, Pln: 4.3, Gbp: 0.85 } };
const base = basePrice({ costMinor: null, list: { Eur: 1000, Gbp: 900 }, discounted: {}, discountPercent: null }, rules) as BasePrice;

test('percent come off every base price, and nothing of it is given by hand', () => {
  expect(salePrice(base, { percent: 20, charged: {} }, rules)).toEqual({
    prices: {
      Eur: { listMinor: 1000, discountedMinor: 800 },
      Usd: { listMinor: 1100, discountedMinor: 880 },
      Pln: { listMinor: 4300, discountedMinor: 3440 },
      Gbp: { listMinor: 900, discountedMinor: 720 },
    },
    discountPercent: 20,
    overridden: [],
  });
});

test('amounts are charged as given, other currencies follow the euro amount, and only the amounts are given by hand', () => {
  const sale = salePrice(base, { percent: null, charged: { Eur: 750, Usd: 700 } }, rules);
  expect(sale.prices).toEqual({
    Eur: { listMinor: 1000, discountedMinor: 750 },
    Usd: { listMinor: 1100, discountedMinor: 700 },
    Pln: { listMinor: 4300, discountedMinor: 3225 },
    Gbp: { listMinor: 900, discountedMinor: 675 },
  });
  expect(sale.overridden).toEqual(['Eur.discounted', 'Usd.discounted']);
});

test.each([
  ['neither percent nor amounts', { percent: null, charged: {} }, 'percent', 'Give either percent or amounts.'],
  ['both', { percent: 10, charged: { Eur: 900 } }, 'percent', 'Give either percent or amounts.'],
  [
    'the base price itself',
    { percent: null, charged: { Eur: 500, Gbp: 900 } },
    'amounts.gbp',
    'A sale must cost less than the base price.',
  ],
  [
    'no euro amount that others could follow',
    { percent: null, charged: { Usd: 900 } },
    'amounts.eur',
    'This is no discount in every currency.',
  ],
  ['percent that round to nothing', { percent: 0, charged: {} }, 'percent', 'This is no discount in every currency.'],
])('a sale of %s is refused, and the field named', (_what, offer, field, message) => {
  expect(() => salePrice(base, offer, rules)).toThrow(expect.objectContaining({ details: [{ field, message }] }));
});

test('a base price that is out of bounds has no sale', () => {
  const tooDear = { ...base, prices: { ...base.prices, Eur: { listMinor: 100_000_001, discountedMinor: null } } };
  expect(() => salePrice(tooDear, { percent: 10, charged: {} }, rules)).toThrow(
    expect.objectContaining({ details: [expect.objectContaining({ field: 'percent' })] }),
  );
});
