import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { chance } from '../../../apps/api/src/testing/campaigns/chance.ts';
import { report, SEED, sized } from '../../../apps/api/src/testing/campaigns/campaign.ts';
import { brokenInvariants } from '../../../apps/api/src/testing/invariants/invariants.ts';
import { eventually } from '../buyer.ts';
import { arrive, calmAfter, faultsOf, servedPerSecond, shareShed, type Stage, within } from './arrivals.ts';
import { type LoadedShop, startLoadedShop } from './loaded-shop.ts';
import { MemoryWatch } from './memory.ts';
import { Visits } from './visits.ts';

const MINUTES = 60_000;
const PRODUCTS = sized({ full: 100_000, sample: 5000 });
const KEYS = sized({ full: 100_000, sample: 10_000 });
const STEP_MS = sized({ full: 10_000, sample: 2000 });
/** How long a rate is carried before it counts as the maximum. */
const CARRIED_MS = sized({ full: 30_000, sample: 5000 });
const SUSTAINED_MS = sized({ full: 5 * MINUTES, sample: 10_000 });
const DOUBLE_MS = sized({ full: MINUTES, sample: 10_000 });
const RECOVERY_MS = 13_000;

const FIRST_RATE = 100;
const STEP = 1.5;
/** A shop that serves less than this share of what is asked for, while it is asked for, has reached its maximum. */
const LEAST_CARRIED = 0.85;
/** Nobody notices a page that is late by less. */
const UNNOTICED_MS = 200;
const RECOVERED_WITHIN_SECONDS = 10;
const MOST_SHED = 0.02;
/** The same for the whole time of the maximum. */
const MOST_SHED_LONG = 0.05;
/** Steps from the peak of the ramp to the maximum. */
const LOWERED = 0.85;
/** How often the gap between the rate that was carried and the one that was not is halved then. */
const HALVINGS = 2;
/** Of what the shop serves at its maximum, twice that load leaves at least so much. */
const LEAST_LEFT = 0.5;
const LONGEST_SERVED_MS = 5000;
/** What a process may hold at any time, twice its maximum among it, beyond the most of its warm-up: a share of it, and megabytes. */
const MOST_HELD = { share: 0.15, mb: 30 };
/**
 * Megabytes by which the median of the second half of the maximum's time may be above that of the first one. In five minutes a leak of 10 MB a
 * minute makes 25 of them. Within seconds the collector's own rhythm makes more than any leak: there the bound finds gross ones alone.
 */
const MOST_GROWTH_MB = sized({ full: 15, sample: 40 });

let loaded: LoadedShop;
let visits: Visits;

beforeAll(async () => {
  loaded = await startLoadedShop({ products: PRODUCTS, keys: KEYS });
  const { shop, ...wanted } = loaded;
  visits = new Visits({ ...wanted, places: { apis: shop.apis, sandbox: shop.settings.origins.sandbox }, next: chance(SEED) });
}, 20 * MINUTES);
afterAll(async () => {
  visits?.close();
  await loaded?.stop();
}, MINUTES);

const load = async (rate: number, forMs: number) => (await arrive(rate, forMs, visits.one)).stage;
const inMinutes = (ms: number) => `${Number((ms / MINUTES).toFixed(2))} min`;
function line(name: string, stage: Stage): string {
  const waits = (share: number, isPurchase: boolean) =>
    within(
      share,
      stage.arrivals.filter((one) => one.isPurchase === isPurchase),
    ).toFixed(0);
  const [pages, purchases] = [false, true].map((isPurchase) => `${waits(0.5, isPurchase)} and ${waits(0.99, isPurchase)} ms`);
  const shed = (100 * shareShed(stage)).toFixed(1);
  return `${name}: ${stage.rate.toFixed(0)} requests a second, ${servedPerSecond(stage).toFixed(0)} served, ${shed} % refused; p50 and p99 of pages ${pages}, of purchases ${purchases}`;
}

const isCarried = (stage: Stage) => shareShed(stage) < MOST_SHED && servedPerSecond(stage) > LEAST_CARRIED * stage.rate;

async function step(rate: number, forMs = STEP_MS): Promise<Stage> {
  const stage = await load(rate, forMs);
  expect(faultsOf(stage)).toEqual([]);
  return stage;
}

/** The highest rate that was carried, and the lowest above it that was not. */
interface Maximum {
  readonly rate: number;
  readonly notCarried: number;
}

/** Down from the most that the shop served on a ramp which it could not follow to the end, then by halves up again. */
async function maximum(): Promise<Maximum> {
  let [peak, notCarried] = [0, 0];
  for (let rate = FIRST_RATE, isFollowed = true; isFollowed; rate *= STEP) {
    const stage = await step(rate);
    peak = Math.max(peak, servedPerSecond(stage));
    isFollowed = isCarried(stage);
    notCarried = rate;
  }
  let rate = LOWERED * peak;
  for (; !(await isCarriedLong(rate)); rate *= LOWERED) notCarried = rate;
  for (let half = 0; half < HALVINGS; half += 1) {
    const middle = (rate + notCarried) / 2;
    if (await isCarriedLong(middle)) rate = middle;
    else notCarried = middle;
  }
  return { rate, notCarried };
}

/** After a pause in which the shop ends what it had begun. */
async function isCarriedLong(rate: number): Promise<boolean> {
  await step(rate / 2);
  return isCarried(await step(rate, CARRIED_MS));
}

test(
  `a shop of ${PRODUCTS} products carries its maximum, refuses what is beyond it with the time to come back, recovers within ${RECOVERED_WITHIN_SECONDS} s, and grows no further`,
  async () => {
    const { shop, database } = loaded;
    const pids = [...shop.apiPids(), ...shop.workerPids()];
    const warmUp = new MemoryWatch(pids);
    await step(FIRST_RATE);
    const { rate, notCarried } = await maximum();
    report(
      `${PRODUCTS} products, ${KEYS} keys, ${shop.apiPids().length} API processes; the maximum for ${inMinutes(SUSTAINED_MS)}, then twice that for ${inMinutes(DOUBLE_MS)}`,
    );
    report(`carried: ${rate.toFixed(0)} requests a second, not carried: ${notCarried.toFixed(0)}`);
    const usual = await step(rate / 2);
    const warm = warmUp.end();
    report(line('half of the maximum', usual));

    const afterwards = new MemoryWatch(pids);
    const meanwhile = new MemoryWatch(pids);
    const sustained = await load(rate, SUSTAINED_MS);
    const grown = meanwhile.endWithGrowth();
    report(line('maximum', sustained));
    const { stage: doubled } = await arrive(2 * rate, DOUBLE_MS, visits.one);
    // What is still unanswered then is in its way.
    const again = await load(rate, RECOVERY_MS);
    const double = await doubled;
    report(line('twice the maximum', double));
    const lateMs = Math.max(UNNOTICED_MS, 2 * within(0.99, sustained.arrivals));
    const seconds = calmAfter(again, lateMs);
    report(`calm ${seconds} s after that; ${line('the maximum again', again)}`);
    const held = afterwards.end();
    report(
      `memory of processes, most while warming up → afterwards: ${warm.map((mb, at) => `${mb.toFixed(0)} → ${held[at]?.toFixed(0)}`).join(', ')} MB; from the first half of the maximum's time to the second one: ${grown.map((mb) => `${mb < 0 ? '' : '+'}${mb.toFixed(0)}`).join(', ')} MB`,
    );

    expect([...faultsOf(usual), ...faultsOf(sustained), ...faultsOf(double), ...faultsOf(again)]).toEqual([]);
    expect(shareShed(sustained)).toBeLessThan(MOST_SHED_LONG);
    expect(shareShed(double)).toBeGreaterThan(MOST_SHED);
    expect(servedPerSecond(double)).toBeGreaterThan(LEAST_LEFT * servedPerSecond(sustained));
    expect(within(0.99, double.arrivals)).toBeLessThan(LONGEST_SERVED_MS);
    expect(seconds).toBeLessThanOrEqual(RECOVERED_WITHIN_SECONDS);
    expect([...shop.apiPids(), ...shop.workerPids()]).toEqual(pids);
    expect(held.filter((mb, at) => mb > (1 + MOST_HELD.share) * (warm[at] ?? 0) + MOST_HELD.mb)).toEqual([]);
    expect(grown.filter((mb) => mb > MOST_GROWTH_MB)).toEqual([]);

    const paid = await visits.paid();
    const delivered = async () =>
      (await database.query<{ count: number }>(`select count(*)::int from shop_order where status = 'completed'`)).rows[0]?.count;
    await eventually(delivered, (count) => count === paid, 10 * MINUTES);
    expect(await brokenInvariants(database, new Date())).toEqual([]);
    report(`${paid} orders paid and delivered`);
  },
  60 * MINUTES,
);
