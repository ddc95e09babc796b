import { expect, test } from '@jest/globals';
import { growthOf } from './memory.ts';

const PER_MINUTE = 120;
/** Five minutes of a process that fills 30 MB and collects them, again and again. */
const collecting = Array.from({ length: 5 * PER_MINUTE }, (_, at) => 250 + (at % 30));

test('a process that collects what it fills does not grow', () => expect(growthOf(collecting)).toBe(0));

test('a moment in which a process holds much more is no growth', () =>
  expect(growthOf(collecting.map((mb, at) => (at > 500 && at < 520 ? mb + 300 : mb)))).toBeLessThan(3));

test('ten megabytes a minute are 25 more in the second half of five minutes', () =>
  expect(growthOf(collecting.map((mb, at) => mb + (10 * at) / PER_MINUTE))).toBeCloseTo(25, 0));
