import { expect, test } from '@jest/globals';
import { nextTryAt } from './back-off.ts';

const start = new Date('2026-03-01T12:00:00.000Z');
const HOUR = 3_600_000;

function tries(): number[] {
  const at = [start.getTime()];
  for (let next = nextTryAt(1, start); next !== null; next = nextTryAt(at.length, next)) at.push(next.getTime());
  return at.map((moment) => moment - start.getTime());
}

test('a mail is tried for 24 hours and not much longer', () => {
  const last = tries().at(-1) ?? 0;
  expect(last).toBeGreaterThanOrEqual(24 * HOUR);
  expect(last).toBeLessThan(25 * HOUR);
});

test('the pauses grow, from seconds to an hour at most', () => {
  const at = tries();
  const pauses = at.slice(1).map((moment, index) => moment - (at[index] ?? 0));
  expect(pauses[0]).toBeLessThanOrEqual(10_000);
  expect(pauses.toSorted((a, b) => a - b)).toEqual(pauses);
  expect(Math.max(...pauses)).toBe(HOUR);
});
