import { describe, expect, test } from '@jest/globals';
import {
  chargedMinor,
  convertMinor,
  discountPercent,
  formatMoney,
  lessPercent,
  readPrice,
  toMajor,
  toMinor,
  totalMinor,
  withMargin,
  writePrices,
} from './pricing.ts';

test.each([
  [1.005, 101],
  [0.285, 29],
  [59, 5900],
  [0.1 + 0.2, 30],
  [19.99, 1999],
  [0, 0],
])('%s major units are %s minor units, rounded half up on the decimal value', (major, minor) => {
  expect(toMinor(major)).toBe(minor);
});

test('every amount from 0.00 to 200.00 survives the way to major units and back', () => {
  for (let minor = 0; minor <= 20_000; minor += 1) expect(toMinor(toMajor(minor))).toBe(minor);
});

test.each([
  ['Eur', '€36.00'],
  ['Usd', '$36.00'],
  ['Gbp', '£36.00'],
  ['Pln', '36.00\u00a0zł'],
] as const)('%s is written as %s', (currency, text) => {
  expect(formatMoney(3600, currency)).toBe(text);
});

test.each([
  [0, '€0.00'],
  [99_999, '€999.99'],
  [121_095, '€1,210.95'],
  [100_000_000, '€1,000,000.00'],
])('%s minor units are written as %s, thousands apart', (minor, text) => {
  expect(formatMoney(minor, 'Eur')).toBe(text);
});

test.each([
  [3600, 4.27, 15_372],
  [50, 1.09, 55],
  [1, 0.5, 1],
])('%s euro cents at %s are %s, rounded half up once', (eur, rate, minor) => {
  expect(convertMinor(eur, rate)).toBe(minor);
});

test('a margin is added to the cost, and a percentage taken off the list price, each rounded half up', () => {
  expect(withMargin(1005, 0.12)).toBe(1126);
  expect(lessPercent(5900, 39)).toBe(3599);
  expect(lessPercent(1, 50)).toBe(1);
});

test('the sample of the specification is 39 percent off', () => {
  expect(discountPercent({ listMinor: 5900, discountedMinor: 3600 })).toBe(39);
  expect(discountPercent({ listMinor: 5900, discountedMinor: null })).toBe(0);
});

test('nothing is off where there is no discount, or no price that it could be of', () => {
  expect(discountPercent({ listMinor: 5900, discountedMinor: null })).toBe(0);
  expect(discountPercent({ listMinor: 0, discountedMinor: 0 })).toBe(0);
});

test('what is charged is the discounted price where there is one', () => {
  expect(chargedMinor({ listMinor: 5900, discountedMinor: 3600 })).toBe(3600);
  expect(chargedMinor({ listMinor: 5900, discountedMinor: null })).toBe(5900);
});

test('a total is the sum of unit × quantity', () => {
  expect(
    totalMinor([
      { unitMinor: 1999, quantity: 3 },
      { unitMinor: 1, quantity: 2 },
    ]),
  ).toBe(5999);
  expect(totalMinor([])).toBe(0);
});

describe('reading the price of a product', () => {
  const wire = {
    price: 59,
    sellPrice: 59,
    usdPrice: 64.31,
    plnPrice: 251.93,
    gbpPrice: 50.15,
    is_discounted: true,
    new_price: 36,
    usdPriceDiscounted: 39.24,
    plnPriceDiscounted: 153.72,
    gbpPriceDiscounted: 30.6,
  };

  test.each([
    ['Eur', 5900, 3600],
    ['Usd', 6431, 3924],
    ['Pln', 25_193, 15_372],
    ['Gbp', 5015, 3060],
  ] as const)('in %s uses the fields of that currency, discounted pounds included', (currency, listMinor, discountedMinor) => {
    expect(readPrice(wire, currency)).toEqual({ listMinor, discountedMinor, currency });
  });

  test('that is not discounted ignores a discounted amount', () => {
    expect(readPrice({ ...wire, is_discounted: false }, 'Usd').discountedMinor).toBeNull();
  });

  test('takes price where sellPrice is missing', () => {
    expect(readPrice({ price: 12 }, 'Eur').listMinor).toBe(1200);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, -1, null, undefined])(
    'falls back to the euro price with its own currency for %s, never to NaN',
    (broken) => {
      expect(readPrice({ ...wire, plnPrice: broken }, 'Pln')).toEqual({ listMinor: 5900, discountedMinor: 3600, currency: 'Eur' });
    },
  );

  test('of damaged data is zero euros, not NaN', () => {
    expect(readPrice({}, 'Gbp')).toEqual({ listMinor: 0, discountedMinor: null, currency: 'Eur' });
  });

  test.each([70, 59])('treats a "discount" to %s, the list price or more, as none', (amount) => {
    expect(readPrice({ ...wire, new_price: amount }, 'Eur').discountedMinor).toBeNull();
  });

  test.each(['12', true])('takes nothing but numbers for amounts, not %p', (value) => {
    expect(readPrice({ ...wire, gbpPrice: value as unknown as number }, 'Gbp').currency).toBe('Eur');
  });

  test('knows a price of nothing', () => {
    expect(readPrice({ sellPrice: 0, price: 12 }, 'Eur').listMinor).toBe(0);
  });

  test('reads the euro amount that is sold for, not the one before it', () => {
    expect(readPrice({ price: 12, sellPrice: 10 }, 'Eur').listMinor).toBe(1000);
  });
});

test.each([null, 899])('prices are read back as they were written, with %s as the discounted one', (discountedMinor) => {
  const full = { listMinor: 1199, discountedMinor: null };
  const prices = { Eur: full, Usd: { listMinor: 1299, discountedMinor }, Pln: full, Gbp: full };
  const wire = writePrices(prices);
  for (const currency of ['Eur', 'Usd', 'Pln', 'Gbp'] as const)
    expect(readPrice(wire, currency)).toEqual({ ...prices[currency], currency });
  expect([wire.price, wire.discount_perc]).toEqual([11.99, 0]);
});

test.each([
  ['in no currency', [null, null, null, null], false],
  ['in pounds alone', [null, null, null, 899], true],
  ['in each currency', [899, 899, 899, 899], true],
] as const)('a product that is discounted %s is marked as such: %s', (_where, [eur, usd, pln, gbp], isDiscounted) => {
  const price = (discountedMinor: number | null) => ({ listMinor: 1199, discountedMinor });
  expect(writePrices({ Eur: price(eur), Usd: price(usd), Pln: price(pln), Gbp: price(gbp) }).is_discounted).toBe(isDiscounted);
});
