import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { chance, picker } from '../../../apps/api/src/testing/campaigns/chance.ts';
import { report, SEED, sized } from '../../../apps/api/src/testing/campaigns/campaign.ts';
import { booksOfSuppliers, purchasesAtRest } from '../customers/purchases-at-rest.ts';
import { booksAtRest, faultsAtRest, startStockedShop, type StockedShop } from '../customers/stocked-shop.ts';
import { Storm } from '../customers/storm.ts';
import { endedByThemselves } from './ends.ts';
import { killOne, KillPoints, VICTIMS } from './kills.ts';
import { STEPS } from './steps.ts';

const MINUTES = 60_000;
/** How often each commit is hit, before and after it; and how many processes die wherever they are. */
const SIZE = sized({ full: { rounds: 7, atRandom: 80 }, sample: { rounds: 0.5, atRandom: 4 } });
const SALES_BETWEEN_KILLS = 2;
/** A mail whose processes died twice waits for a minute or more; what else is in hand is taken over after ten seconds. */
const LONGEST_REST_SECONDS = 100;

const next = chance(SEED);
const pick = picker(next);
const points = new KillPoints();
let stocked: StockedShop;

beforeAll(async () => {
  const stock = sized({
    full: { products: 20, keysOfEach: 3000, supplied: 8 },
    sample: { products: 10, keysOfEach: 400, supplied: 4 },
  });
  const environment = { ...points.environment, SANDBOX_SUPPLIERS: 'on' };
  stocked = await startStockedShop({ isDurable: true, environment }, stock);
}, 3 * MINUTES);
afterAll(async () => {
  await stocked?.stop();
  points.end();
}, MINUTES);

test(
  'processes die at each commit and wherever they are: no order, payment, purchase, key or refund is lost, doubled or given to somebody else',
  async () => {
    const storm = new Storm(stocked, 'kill', SEED);
    const kills = new Map<string, number>();
    const plan = [
      ...momentsOf(SIZE.rounds),
      ...Array.from({ length: SIZE.atRandom }, (_, index) => VICTIMS[index % VICTIMS.length] ?? 'api'),
    ];
    await storm.goOn(SALES_BETWEEN_KILLS);
    const missed: string[] = [];
    for (const what of shuffled(plan)) {
      const victim = VICTIMS.find((one) => one === what);
      if (victim) await killOne(stocked.shop, victim, pick);
      else if (!(await points.hit(what))) missed.push(what);
      kills.set(what, (kills.get(what) ?? 0) + 1);
      await storm.goOn(SALES_BETWEEN_KILLS);
    }
    const ended = Date.now();
    await storm.end();
    await booksAtRest(stocked, storm.tolds, 10 * MINUTES);
    const secondsToRest = Math.round((Date.now() - ended) / 1000);
    const notMade = await purchasesAtRest(stocked, 10 * MINUTES);
    const books = await booksAtRest(stocked, storm.tolds, 10 * MINUTES);
    const { made, faults } = await booksOfSuppliers(stocked);
    expect(missed).toEqual([]);
    expect(endedByThemselves(stocked.shop.ends())).toEqual([]);
    expect([...faults, ...(await faultsAtRest(stocked, storm.tolds, books))]).toEqual([]);
    const isRefunded = new Set(books.orders.filter(({ status }) => status === 'refunded').map(({ session }) => session));
    expect([...storm.refunded].filter((session) => !isRefunded.has(session))).toEqual([]);
    report(
      `${plan.length} kills at ${kills.size} places: ${books.payments.length} paid, ${books.orders.filter(({ status }) => status === 'completed').length} delivered, ${made} purchases from suppliers, ${notMade} that were never made, ${isRefunded.size} refunded, ${repeats(books.mails)} mails twice under one Message-ID, at rest ${secondsToRest} s after the last kill`,
    );
    expect(secondsToRest).toBeLessThan(LONGEST_REST_SECONDS);
    expect(Math.min(isRefunded.size, books.mails.length, made)).toBeGreaterThan(0);
  },
  180 * MINUTES,
);

/** Both moments of each step, so many times; half a time is one of both. */
function momentsOf(rounds: number): string[] {
  const both = Object.keys(STEPS).flatMap((step) =>
    rounds < 1 ? [`${pick(['before', 'after'])} ${step}`] : [`before ${step}`, `after ${step}`],
  );
  return Array.from({ length: Math.ceil(rounds) }, () => both).flat();
}

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, place: next() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

function repeats(mails: readonly { readonly messageId: string }[]): number {
  return mails.length - new Set(mails.map(({ messageId }) => messageId)).size;
}
