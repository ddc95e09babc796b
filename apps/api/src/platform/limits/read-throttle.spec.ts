import { expect, test } from '@jest/globals';
import type { Throttle } from '../../shared/ports.ts';
import { FixedClock } from '../../testing/fakes.ts';
import { readConfig } from '../config/config.ts';
import { LOTS, ReadThrottle } from './read-throttle.ts';
import { CountingThrottle } from './testing/counting-throttle.ts';

const MINUTE = 60_000;
const MOST = 600;
const LOT = MOST / LOTS;

/** Notes how many hits each write adds. */
class NotedThrottle extends CountingThrottle {
  readonly writes: number[] = [];

  override add(bucket: string, more: number): Promise<{ hits: number; endsInSeconds: number }> {
    this.writes.push(more);
    return super.add(bucket, more);
  }
}

const over = (shared: Throttle) => new ReadThrottle(new FixedClock(), readConfig({}), shared);

/** How many of `calls` are taken by processes in turn. */
async function takenBy(processes: readonly ReadThrottle[], calls: number): Promise<number> {
  let taken = 0;
  for (let call = 0; call < calls; call += 1)
    for (const one of processes) taken += Number((await one.hit('a network', MOST, MINUTE)) === null);
  return taken;
}

test('a network has its allowance once, however many processes there are, and less than a twentieth more of each', async () => {
  const shared = new NotedThrottle();
  const processes = [over(shared), over(shared), over(shared), over(shared)];
  const taken = await takenBy(processes, MOST);
  expect(taken).toBeGreaterThanOrEqual(MOST);
  expect(taken).toBeLessThan(MOST + processes.length * LOT);
});

test('who calls seldom costs no write, a flood one for each twentieth of what is taken, and refusals none', async () => {
  const shared = new NotedThrottle();
  const one = over(shared);
  expect(await takenBy([one], LOT - 1)).toBe(LOT - 1);
  expect(shared.writes).toEqual([]);
  expect(await takenBy([one], 10 * MOST)).toBe(MOST - LOT + 1);
  expect(shared.writes).toEqual(Array.from({ length: LOTS }, () => LOT));
});

test('while the database is away each process counts alone', async () => {
  const away = new CountingThrottle();
  away.add = () => Promise.reject(new Error('away'));
  expect(await takenBy([over(away)], 2 * MOST)).toBe(MOST);
});
