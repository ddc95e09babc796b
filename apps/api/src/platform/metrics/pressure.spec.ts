import { expect, test } from '@jest/globals';
import { Pressure } from './pressure.ts';

test('a resource that is scarce without a break for half a second is too much, a burst is not', () => {
  const pressure = new Pressure();
  pressure.note('reads', true, 1000);
  pressure.note('reads', true, 1400);
  expect([pressure.isTooHigh(1499), pressure.isTooHigh(1500)]).toEqual([false, true]);
  pressure.note('reads', false, 1510);
  expect(pressure.isTooHigh(1510)).toBe(false);
  pressure.note('reads', true, 1520);
  expect([pressure.isTooHigh(2019), pressure.isTooHigh(2020)]).toEqual([false, true]);
});

test('one scarce resource is enough, whatever is plenty besides', () => {
  const pressure = new Pressure();
  pressure.note('thread', true, 0);
  pressure.note('reads', false, 400);
  expect(pressure.isTooHigh(500)).toBe(true);
});
