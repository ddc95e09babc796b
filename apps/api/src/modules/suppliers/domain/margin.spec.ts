import { expect, test } from '@jest/globals';
import { mostCostMinor } from './margin.ts';

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
