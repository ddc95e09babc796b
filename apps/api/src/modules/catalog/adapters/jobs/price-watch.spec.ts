import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { RefreshDuePrices } from '../../application/refresh-due-prices.ts';
import { PriceWatch } from './price-watch.ts';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** A watch that starts now, with the times of its checks; the test sets its results. */
async function watch(find: (call: number) => { changed: number; nextInMs: number | null } | Error) {
  const startedAt = performance.now();
  const looks: number[] = [];
  const refresh = {
    run: async () => {
      looks.push(performance.now() - startedAt);
      const found = find(looks.length);
      if (found instanceof Error) throw found;
      return found;
    },
  };
  const prices = new PriceWatch(refresh as unknown as RefreshDuePrices);
  prices.start();
  return { looks, prices, pass: (ms: number) => jest.advanceTimersByTimeAsync(ms) };
}

test('prices are checked every half a second, also after the database was down', async () => {
  const { looks, pass } = await watch((call) => (call === 2 ? new Error('away') : { changed: 0, nextInMs: null }));
  await pass(1600);
  expect(looks).toEqual([0, 500, 1000, 1500]);
});

test('a watch that fails logs it once, without the values that the database quotes', async () => {
  const warned = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  const refused = Object.assign(new Error('invalid input: "ada@example.com"'), { code: '22P02' });
  const { pass } = await watch(() => refused);
  await pass(1600);
  expect(warned.mock.calls).toEqual([[{ message: expect.stringContaining('trying again'), cause: 'The database refused: 22P02' }]]);
  warned.mockRestore();
});

test('a price known in advance is checked at its time', async () => {
  const { looks, pass } = await watch((call) => ({ changed: 0, nextInMs: call === 1 ? 700 : call === 2 ? 200 : null }));
  await pass(750);
  expect(looks).toEqual([0, 500, 700]);
});

test('after a change the next check follows at once, as there may be more', async () => {
  const { looks, pass } = await watch((call) => ({ changed: call <= 3 ? 1000 : 0, nextInMs: null }));
  await pass(10);
  expect(looks.length).toBe(4);
});

test('a price that is due and locked by another process is retried after a pause', async () => {
  const { looks, pass } = await watch((call) => ({ changed: 0, nextInMs: call < 4 ? -100 : null }));
  await pass(100);
  expect(looks).toEqual([0, 20, 40, 60]);
});

test('a stopped watch makes no more checks', async () => {
  const { looks, prices, pass } = await watch(() => ({ changed: 1, nextInMs: null }));
  await prices.beforeApplicationShutdown();
  const before = looks.length;
  await pass(5000);
  expect(looks.length).toBe(before);
});
