import { expect, test } from '@jest/globals';
import { PLANTED } from './planted-races.ts';
import { runWorld, shrink } from './run-worlds.ts';

const STEADY = { seed: 7, buyers: 12, kills: 3, badWeather: 0.05 };

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
  expect(outcome.faults).not.toEqual([]);
  const smallest = await shrink(outcome, plant);
  expect(smallest.faults).not.toEqual([]);
  expect(smallest.plan.buyers).toBeLessThan(outcome.plan.buyers);
  expect((await runWorld(smallest.plan, plant)).faults).toEqual(smallest.faults);
});
