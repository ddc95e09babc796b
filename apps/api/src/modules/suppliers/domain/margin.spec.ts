import { expect, test } from '@jest/globals';
import { inEuros, leastChargedMinor, mostCostMinor } from './margin.ts';

test.each([
  [1000, 0.02, 980],
  [100, 0.02, 98],
  [999, 0.02, 979],
  [1000, 0, 1000],
  [1, 0.02, 0],
  [110, 0.9, 11],
])('of %i charged with a margin of %f a key may cost %i', (charged, margin, most) => {
  expect(mostCostMinor(charged, margin)).toBe(most);
});

const rates = { Usd: 1.1, Pln: 4.3, Gbp: 0.85 };

test.each([
  [1000, 'Eur', 1000],
  [1100, 'Usd', 1000],
  [4299, 'Pln', 999],
  [849, 'Gbp', 998],
] as const)('%i in %s are %i in euros, rounded down', (minor, currency, euros) => {
  expect(inEuros(minor, currency, rates)).toBe(euros);
});

test.each([
  [{ Eur: 900, Usd: 1100, Pln: 4300, Gbp: 850 }, 900],
  [{ Eur: 1000, Usd: 990, Pln: 4300, Gbp: 850 }, 900],
  [{ Eur: 1000, Usd: 1100, Pln: 3870, Gbp: 850 }, 900],
  [{ Eur: 1000, Usd: 1100, Pln: 4300, Gbp: 765 }, 900],
])('of %o a piece is charged at least %i', (charged, least) => {
  expect(leastChargedMinor(charged, rates)).toBe(least);
});
