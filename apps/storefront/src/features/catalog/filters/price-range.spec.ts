/** @jest-environment node */
import { expect, test } from '@jest/globals';
import { checkRange, typedRange } from './price-range.ts';

test.each([
  ['', '', null, null],
  ['0', '5', null, 5],
  ['1', '2', 1, 2],
  ['10', '10', 10, 10],
  ['', '0', null, 0],
  ['10001', '', 10_000, null],
  ['10000', '99999999', 10_000, 10_000],
  ['1.005', '1e3', 1, 1000],
])('from %j to %j filters from %s to %s', (from, to, minPrice, maxPrice) => {
  expect(checkRange({ from, to })).toEqual({ problem: null, minPrice, maxPrice });
});

test.each([
  ['50', '10'],
  ['20000', '15000'],
  ['-1', ''],
  ['', 'ten'],
])('from %j to %j is to be verified', (from, to) => {
  expect(checkRange({ from, to })).toEqual({ problem: 'please verify' });
});

test('what filters is shown as it was typed, and nothing where nothing filters', () => {
  expect(typedRange({ minPrice: 5, maxPrice: null })).toEqual({ from: '5', to: '' });
});
