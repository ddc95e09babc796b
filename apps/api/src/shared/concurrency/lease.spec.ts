import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { LEASE_MS, whileRenewing } from './lease.ts';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test('a claim is renewed before it grows old, as long as the work takes, and not after', async () => {
  const renew = jest.fn(async () => undefined);
  const work = Promise.withResolvers<string>();
  const whole = whileRenewing(renew, () => work.promise);
  await jest.advanceTimersByTimeAsync(LEASE_MS - 1);
  expect(renew).toHaveBeenCalledTimes(3);
  work.resolve('done');
  expect(await whole).toBe('done');
  await jest.advanceTimersByTimeAsync(60_000);
  expect(renew).toHaveBeenCalledTimes(3);
});

test('a renewal that fails is tried again, and the work goes on; work that fails is not renewed any more', async () => {
  const renew = jest.fn(() => Promise.reject(new Error('the database is away')));
  const work = Promise.withResolvers<void>();
  const whole = whileRenewing(renew, () => work.promise);
  await jest.advanceTimersByTimeAsync(6001);
  expect(renew).toHaveBeenCalledTimes(2);
  work.reject(new Error('refused'));
  await expect(whole).rejects.toThrow('refused');
  await jest.advanceTimersByTimeAsync(60_000);
  expect(renew).toHaveBeenCalledTimes(2);
});
