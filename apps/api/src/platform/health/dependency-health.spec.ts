import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { DependencyHealth } from './dependency-health.ts';

let outside: DependencyHealth;

beforeEach(() => {
  jest.useFakeTimers();
  outside = new DependencyHealth();
});
afterEach(() => {
  jest.useRealTimers();
});

test('a service is checked once in 30 seconds, however many callers', async () => {
  const ask = jest.fn(async () => undefined);
  outside.add('payments', ask);
  for (let look = 0; look < 100; look += 1) expect(await outside.look()).toEqual({ payments: 'ok' });
  expect(ask).toHaveBeenCalledTimes(1);
  jest.advanceTimersByTime(30_001);
  await Promise.all([outside.look(), outside.look()]);
  expect(ask).toHaveBeenCalledTimes(2);
});

test('callers do not wait for a service that does not answer: the first for two seconds, the others not at all', async () => {
  const ask = jest.fn((): Promise<unknown> => new Promise(() => undefined));
  outside.add('mail', ask);
  const first = outside.look();
  await jest.advanceTimersByTimeAsync(1999);
  expect(await Promise.race([first, Promise.resolve('waiting')])).toBe('waiting');
  await jest.advanceTimersByTimeAsync(1);
  expect(await first).toEqual({ mail: 'down' });
  await jest.advanceTimersByTimeAsync(29_000);
  const at = performance.now();
  expect(await outside.look()).toEqual({ mail: 'down' });
  expect(performance.now()).toBe(at);
  expect(ask).toHaveBeenCalledTimes(2);
});

test('a service that is back is reported after its next check, and the last result until then', async () => {
  let answer: () => Promise<unknown> = () => Promise.reject(new Error('down'));
  outside.add('mail', () => answer());
  expect(await outside.look()).toEqual({ mail: 'down' });
  answer = async () => undefined;
  jest.advanceTimersByTime(30_001);
  expect(await outside.look()).toEqual({ mail: 'down' });
  expect(await outside.look()).toEqual({ mail: 'ok' });
});

test('a result older than a minute is not used: the caller waits for a new one, two seconds at most', async () => {
  let answer: () => Promise<unknown> = async () => undefined;
  outside.add('payments', () => answer());
  expect(await outside.look()).toEqual({ payments: 'ok' });
  answer = () => Promise.reject(new Error('down'));
  jest.advanceTimersByTime(60_001);
  expect(await outside.look()).toEqual({ payments: 'down' });
  answer = () => new Promise((resolve) => setTimeout(resolve, 1500));
  jest.advanceTimersByTime(60_001);
  const look = outside.look();
  await jest.advanceTimersByTimeAsync(1500);
  expect(await look).toEqual({ payments: 'ok' });
  answer = () => new Promise(() => undefined);
  await jest.advanceTimersByTimeAsync(60_001);
  const silent = outside.look();
  await jest.advanceTimersByTimeAsync(2000);
  expect(await silent).toEqual({ payments: 'down' });
});
