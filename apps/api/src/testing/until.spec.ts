import { expect, test } from '@jest/globals';
import { within } from './until.ts';

/** Of the processor: on a busy machine that is more on the clock. */
const BUSY_MICROSECONDS = 60_000;

test('what keeps the event loop busy uses up the time in which something was promised', async () => {
  let asked = 0;
  const late = () => {
    asked += 1;
    const start = process.cpuUsage();
    while (process.cpuUsage(start).user + process.cpuUsage(start).system < BUSY_MICROSECONDS);
    return asked === 6;
  };
  await expect(within(100, late)).rejects.toThrow('within 100 ms');
});

test('what comes about in time is awaited', async () => {
  let asked = 0;
  await within(1000, () => (asked += 1) === 3);
  expect(asked).toBe(3);
});
