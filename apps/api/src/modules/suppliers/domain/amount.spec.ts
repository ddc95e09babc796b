import { expect, test } from '@jest/globals';
import { minorOfBalance, minorOfEuros } from './amount.ts';

test.each([
  [5.79, 579, 579],
  [-5.79, null, -579],
  [-0.001, 0, 0],
  [1e8, null, null],
  [-1e8, null, null],
  [NaN, null, null],
])('%f euros are a price of %p and a balance of %p', (euros, price, balance) => {
  expect([minorOfEuros(euros), minorOfBalance(euros)].map((minor) => (minor === null ? null : minor + 0))).toEqual([price, balance]);
});
