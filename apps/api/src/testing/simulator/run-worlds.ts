import { Logger } from '@nestjs/common';
import { chance } from '../campaigns/chance.ts';
import { tellOfRefund } from './actors/provider-events.ts';
import { Staff } from './actors/staff.ts';
import { Buyers } from './buyers.ts';
import { Surroundings } from './surroundings.ts';
import { faultsOf } from './world-checks.ts';
import { type Plant, World, type WorldPlan } from './world.ts';

const MOST_SHRINKING = 40;

export interface Outcome {
  readonly plan: WorldPlan;
  readonly world: World;
  /** Empty: all is well. */
  readonly faults: readonly string[];
  /** How many of the faults a check has found. */
  readonly found: number;
  /** What the world ended with, if not by itself, or the first that a job has thrown and may not throw. */
  readonly error?: unknown;
}

/**
 * Whether a check has found a mistake that was planted. Where something was thrown or logged that may not be, the plant may not fit the code any
 * more, and what the check has found comes of that.
 */
export function isFound({ found, faults }: Outcome): boolean {
  return found > 0 && found === faults.length;
}

/** Runs one world to its end. */
export async function runWorld(plan: WorldPlan, plant?: Plant): Promise<Outcome> {
  const world = new World(plan, plant);
  const note = (said: unknown) => world.thrown.logged(said);
  Logger.overrideLogger({ log: () => undefined, warn: note, error: note });
  try {
    await live(world);
    const found = await faultsOf(world);
    const thrown = world.thrown.all.map(({ by, error }) => `${by} threw what it may not throw: ${String(error)}`);
    return { plan, world, faults: [...thrown, ...found], found: found.length, error: world.thrown.all[0]?.error };
  } catch (error) {
    return { plan, world, faults: [`It was thrown: ${String(error)}`], found: 0, error };
  }
}

/** The life of a world: keys come in, buyers buy in a storm, and at last everything settles. */
async function live(world: World): Promise<void> {
  const { scheduler, plan, shape } = world;
  const [buyers, staff] = [new Buyers(world), new Staff(world)];
  const surroundings = new Surroundings(world, staff);
  world.provider.onRefund = ({ id, orderId }) => tellOfRefund(world, orderId, id);
  // Less than what the buyers want, so that they compete.
  scheduler.begin(() => surroundings.upload(Math.ceil(plan.buyers * shape.keys)));
  await world.go();
  world.setStormy(true);
  let buying = plan.buyers;
  const meanwhile = (pauses: number, work: () => Promise<void>) =>
    scheduler.begin(async () => {
      while (buying > 0) {
        await world.pauses(pauses);
        await work();
      }
    });
  for (let buyer = 0; buyer < plan.buyers; buyer += 1)
    scheduler.begin(async () => {
      await buyers.buy(buyer);
      buying -= 1;
    });
  for (let worker = 0; worker < 4; worker += 1) meanwhile(1, () => surroundings.doOneJob());
  meanwhile(1, () => surroundings.relay());
  meanwhile(10, () => surroundings.doRecurring());
  meanwhile(6, () => surroundings.letTimePass());
  meanwhile(150, () => surroundings.upload(1));
  meanwhile(15, () => staff.refundOne());
  meanwhile(20, () => staff.act());
  if (world.hasSupplier) meanwhile(10, () => surroundings.bringKeys());
  await world.go();
  world.setStormy(false);
  scheduler.begin(() => surroundings.settleDown());
  await world.go();
}

/** The plan of the world number `index` of a run: small ones and large ones, one in four of them calm. */
export function planOf(seed: number, index: number): WorldPlan {
  const next = chance(seed + 0x9e3779b1 * index);
  const isCalm = next() < 0.25;
  const buyers = next() < 0.02 ? 120 : 4 + Math.floor(next() * 26);
  return {
    seed: Math.floor(next() * 2 ** 31),
    buyers,
    kills: isCalm ? 0 : Math.ceil(buyers / 4),
    badWeather: isCalm ? 0 : 0.02 + next() * 0.08,
  };
}

/** The smallest plan near this one that fails, too. A smaller world is another one: it need not fail by the same fault. But where this one was
 * found by a check, so is that. */
export async function shrink(failed: Outcome, plant?: Plant): Promise<Outcome> {
  let smallest = failed;
  const next = chance(failed.plan.seed);
  for (let tries = 0; tries < MOST_SHRINKING; tries += 1) {
    const { plan } = smallest;
    const buyers = Math.max(1, Math.floor(plan.buyers * (0.5 + next() / 2)));
    const smaller = {
      seed: tries % 2 === 0 ? plan.seed : Math.floor(next() * 2 ** 31),
      buyers,
      kills: Math.min(plan.kills, Math.floor(next() * (plan.kills + 1))),
      badWeather: next() < 0.3 ? 0 : plan.badWeather,
    };
    if (smaller.buyers === plan.buyers && smaller.kills === plan.kills && smaller.badWeather === plan.badWeather) continue;
    const outcome = await runWorld(smaller, plant);
    if (isFound(failed) ? isFound(outcome) : outcome.faults.length > 0) smallest = outcome;
  }
  return smallest;
}

/** What a reader needs to repeat a failure: `WORLD` with this plan in the environment of the campaign runs it alone. */
export function told({ plan, world, faults, error }: Outcome): string {
  const stack = error instanceof Error ? [error.stack ?? ''] : [];
  return [
    `WORLD='${JSON.stringify(plan)}'`,
    ...faults.slice(0, 5),
    ...stack,
    'The latest steps:',
    ...world.scheduler.trace.slice(-40),
  ].join('\n');
}
