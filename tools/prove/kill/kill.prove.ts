import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { chance, picker } from '../../../apps/api/src/testing/campaigns/chance.ts';
import { report, SEED, sized } from '../../../apps/api/src/testing/campaigns/campaign.ts';
import { eventually } from '../buyer.ts';
import { booksOfSuppliers, purchasesAtRest } from '../customers/purchases-at-rest.ts';
import { booksAtRest, faultsAtRest, startStockedShop, type StockedShop } from '../customers/stocked-shop.ts';
import { Storm } from '../customers/storm.ts';
import { withoutPayments } from '../customers/told.ts';
import { endedByThemselves } from './ends.ts';
import { type Armed, killOne, KillPoints, pidsOf, type Victim, VICTIMS } from './kills.ts';
import { occasionOf } from './occasions.ts';
import { ordersForRest, restAfter } from './rest.ts';
import { isOtherCommit, STEPS } from './steps.ts';
import { Stories } from './stories.ts';

const MINUTES = 60_000;
/** How often the process dies before and after each commit; at how many of them PostgreSQL and the stand-in do; how many die wherever they are. */
const SIZE = sized({ full: { rounds: 3, ofOthers: Infinity, atRandom: 60 }, sample: { rounds: 0.5, ofOthers: 2, atRandom: 4 } });
const SALES_BETWEEN_KILLS = 2;
/** What was in hand is taken over after ten to fifteen seconds, and a mail that failed once is sent ten seconds later; the rest is for slow starts. */
const LONGEST_REST_SECONDS = 80;

const next = chance(SEED);
const pick = picker(next);
const points = new KillPoints();
let stocked: StockedShop;

beforeAll(async () => {
  const stock = sized({
    full: { products: 20, keysOfEach: 3000, supplied: 8 },
    sample: { products: 10, keysOfEach: 400, supplied: 4 },
  });
  const environment = {
    ...points.environment,
    SANDBOX_SUPPLIERS: 'on',
    PAYMENT_METHODS: 'card,sepa_debit',
    SANDBOX_TRANSFER_SECONDS: '1',
    // What was paid too late, and has no keys, goes back at once.
    WAITING_REFUND_AFTER_HOURS: '0',
  };
  stocked = await startStockedShop({ isDurable: true, environment }, stock);
}, 3 * MINUTES);
afterAll(async () => {
  await stocked?.stop();
  points.end();
}, MINUTES);

test(
  'processes die at each commit and wherever they are: no order, payment, purchase, key or refund is lost, doubled or given to somebody else',
  async () => {
    const stories = new Stories(stocked, SEED);
    const storm = new Storm(stocked, 'kill', SEED, (index) => stories.visit(index));
    const moments = momentsOf(SIZE.rounds).map((moment): Armed => ({ moment }));
    const ofOthers = (['postgresql', 'stand-in'] as const).flatMap((victim) =>
      shuffled(momentsOf(1))
        .slice(0, SIZE.ofOthers)
        .map((moment): Armed => ({ moment, victim })),
    );
    await storm.goOn(SALES_BETWEEN_KILLS);
    const missed: (Armed | Victim)[] = [];
    const atCommits = shuffled([...moments, ...ofOthers]);
    const atRandom = Array.from({ length: SIZE.atRandom }, (_, index) => VICTIMS[index % VICTIMS.length] ?? 'api');
    // Mails that were put off are sent again by the time of the last kill.
    const [first, rest] = [atCommits.filter(isPutOff), atCommits.filter((what) => !isPutOff(what))];
    let lastKill = 0;
    for (const what of [...first, ...shuffled([...rest, ...atRandom])]) {
      const killedAt = typeof what === 'string' ? await killOne(stocked.shop, what, pick) : await hit(what);
      if (killedAt === null) missed.push(what);
      else lastKill = killedAt;
      await storm.goOn(SALES_BETWEEN_KILLS);
    }
    await storm.end();
    await booksAtRest(stocked, storm.tolds, 10 * MINUTES);
    // Before time is let pass for the suppliers.
    const { seconds, measured, others } = restAfter(lastKill, await ordersForRest(stocked.database));
    const notMade = await purchasesAtRest(stocked, 10 * MINUTES);
    const books = await booksAtRest(stocked, storm.tolds, 10 * MINUTES);
    const { made, faults } = await booksOfSuppliers(stocked);
    expect([missed, points.tooLate()]).toEqual([[], []]);
    expect(points.otherCommits().filter((writes) => !isOtherCommit(writes))).toEqual([]);
    expect(endedByThemselves(stocked.shop.ends())).toEqual([]);
    expect([...faults, ...stories.faults(books), ...(await faultsAtRest(stocked, storm.tolds, books, stories.outcomes))]).toEqual([]);
    const isRefunded = new Set(books.orders.filter(({ status }) => status === 'refunded').map(({ session }) => session));
    expect([...storm.refunded].filter((session) => !isRefunded.has(session))).toEqual([]);
    const { expired, refusedCards } = withoutPayments(storm.tolds);
    report(
      `${moments.length + ofOthers.length + atRandom.length} kills: ${moments.length} of API and workers by themselves before and after ${Object.keys(STEPS).length} commits, ${ofOthers.length} of PostgreSQL and the stand-in there, ${atRandom.length} at random; ${books.payments.length} paid, ${books.orders.filter(({ status }) => status === 'completed').length} delivered, ${made} purchases from suppliers, ${notMade} that were never made, ${isRefunded.size} refunded, ${expired} sessions expired, ${refusedCards} cards refused, ${repeats(books.mails)} mails twice under one Message-ID, of ${measured + others} deliveries and refunds that were open at the last kill the last one was done ${seconds} s after it, without ${others} whose mail failed twice or more, that waited for a supplier or that the provider refused`,
    );
    expect(seconds).toBeLessThan(LONGEST_REST_SECONDS);
    expect(Math.min(measured, isRefunded.size, books.mails.length, made, expired, refusedCards)).toBeGreaterThan(0);
  },
  180 * MINUTES,
);

const isPutOff = ({ moment }: Armed) => moment.endsWith('mail put off');

/** Answers when it died, which may be long before its occasion is over; null: no process came by. */
async function hit({ moment, victim }: Armed): Promise<number | null> {
  const end = await occasionOf(moment)(stocked);
  try {
    if (!victim) return await points.hit({ moment });
    const [pid] = await eventually(
      async () => pidsOf(stocked.shop, victim),
      (pids) => pids.length > 0,
      MINUTES,
    );
    return await points.hit({ moment, victim, ...(pid !== undefined && { pid }) });
  } finally {
    await end();
  }
}

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
