import { expect, test } from '@jest/globals';
import { isPriceJump } from './price-jump.ts';

test.each([
  [1000, 1300, false],
  [1000, 1301, true],
  [1000, 700, false],
  [1000, 699, true],
  [null, 1000, false],
])('from %p to %p: %p', (before, after, isJump) => {
  expect(isPriceJump(before, after)).toBe(isJump);
});
