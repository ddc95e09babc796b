import { expect, test } from '@jest/globals';
import { within } from './until.ts';

test('what keeps the event loop busy uses up the time in which something was promised', async () => {
  let asked = 0;
  const late = () => {
    asked += 1;
    const end = performance.now() + 60;
    while (performance.now() < end);
    return asked === 6;
  };
  await expect(within(100, late)).rejects.toThrow('within 100 ms');
});

test('what comes about in time is awaited', async () => {
  let asked = 0;
  await within(1000, () => (asked += 1) === 3);
  expect(asked).toBe(3);
});
