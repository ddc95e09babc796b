import { expect, test } from '@jest/globals';
import type { KeyStock } from '../../modules/stock/index.ts';
import { PLANTED } from './planted-races.ts';
import { isFound, runWorld, shrink } from './run-worlds.ts';
import type { Plant } from './world.ts';

const STEADY = { seed: 9, buyers: 12, kills: 3, badWeather: 0.05 };

test('the same plan is the same world, step by step, and another seed is another one', async () => {
  const [once, again, other] = [await runWorld(STEADY), await runWorld(STEADY), await runWorld({ ...STEADY, seed: 8 })];
  expect([once.faults, other.faults]).toEqual([[], []]);
  expect(again.world.scheduler.trace).toEqual(once.world.scheduler.trace);
  expect(other.world.scheduler.trace).not.toEqual(once.world.scheduler.trace);
  expect(once.world.kills).toBeGreaterThan(0);
});

test('a race is found, and shrunk to a smaller world that has it, too', async () => {
  const plant = PLANTED['TakePayment reads the order without its lock'];
  const outcome = await runWorld({ ...STEADY, seed: 4 }, plant);
  expect(isFound(outcome)).toBe(true);
  const smallest = await shrink(outcome, plant);
  expect(isFound(smallest)).toBe(true);
  expect(smallest.plan.buyers).toBeLessThan(outcome.plan.buyers);
  expect((await runWorld(smallest.plan, plant)).faults).toEqual(smallest.faults);
});

test('a mistake that only makes a world throw does not count as found', async () => {
  const unfit: Plant = (useCase, ports) => (useCase === 'ReleaseLapsed' ? { ...ports, stock: {} as KeyStock } : ports);
  const outcome = await runWorld(STEADY, unfit);
  expect(outcome.faults).toEqual([expect.stringMatching(/^It was thrown: TypeError/)]);
  expect(isFound(outcome)).toBe(false);
});
