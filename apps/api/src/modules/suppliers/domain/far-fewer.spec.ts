import { expect, test } from '@jest/globals';
import { isFarFewer } from './far-fewer.ts';

test.each([
  [0, 0, false],
  [0, 1, true],
  [1, 20, false],
  [1, 21, true],
  [10, 21, true],
  [11, 21, false],
  [11, 22, false],
  [500, 1000, false],
  [499, 1000, true],
])('%i of %i stored products are far fewer: %p', (seen, stored, isFar) => {
  expect(isFarFewer(seen, stored)).toBe(isFar);
});
