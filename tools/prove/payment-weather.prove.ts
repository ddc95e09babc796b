import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pLimit from 'p-limit';
import { chance, picker } from '../../apps/api/src/testing/campaigns/chance.ts';
import { report, SEED, sized } from '../../apps/api/src/testing/campaigns/campaign.ts';
import { control, eventually } from './buyer.ts';
import { ask } from './customers/ask.ts';
import { buy, type Intention } from './customers/customer.ts';
import { refundByStaff } from './customers/staff.ts';
import { booksAtRest, faultsAtRest, moveClock, planOf, readBooksOf, startStockedShop, type StockedShop } from './customers/stocked-shop.ts';

const MINUTES = 60_000;
const HOUR_MS = 3_600_000;
const CUSTOMERS = sized({ full: 2000, sample: 60 });
const AT_ONCE = 15;
const TIMES = 10;
const EVENTS_AT_ONCE = 20;
const WEATHER_LASTS_MS = 300;
const WEBHOOKS = ['normal', 'twice', 'out-of-order', 'late', 'none'];
const FAILURES = ['none', 'error', 'error-after', 'rate-limit', 'lost-answer'];
const INTENTIONS: readonly Intention[] = [
  ...Array.from({ length: 9 }, () => 'pays' as const),
  'pays after a refused card',
  'lets it expire',
  'pays another amount',
  'pays in another currency',
];

let stocked: StockedShop;
const next = chance(SEED);
const pick = picker(next);

beforeAll(async () => {
  stocked = await startStockedShop({}, { products: 20, keysOfEach: sized({ full: 600, sample: 60 }) });
}, 3 * MINUTES);
afterAll(() => stocked?.stop(), MINUTES);

/** Webhooks and the provider's API behave otherwise every moment while `work` lasts. */
async function inBadWeather<T>(work: () => Promise<T>): Promise<T> {
  let isOver = false;
  const weather = (async () => {
    for (; !isOver; await setTimeout(WEATHER_LASTS_MS)) {
      await control(stocked.places, 'webhooks', { mode: pick(WEBHOOKS), delayMs: 300 }, 'PUT');
      await control(stocked.places, 'api', { failure: pick(FAILURES), times: 1 + Math.floor(next() * 4) }, 'PUT');
    }
  })();
  try {
    return await work();
  } finally {
    isOver = true;
    await weather;
    await control(stocked.places, 'webhooks', { mode: 'normal' }, 'PUT');
    await control(stocked.places, 'api', { failure: 'none' }, 'PUT');
  }
}

/** What the staff, the dashboard and banks do to a paid order, by its place: a refund, a refund at the provider, a dispute that is lost or won. */
async function happenTo(place: number, { email, intent }: { email: string; intent: string }): Promise<void> {
  const { sandbox } = stocked.places;
  if (place % 5 === 1) await refundByStaff(stocked.places, email);
  if (place % 10 === 2) await control(stocked.places, 'refunds', { payment_intent: intent });
  if (place % 10 !== 3 && place % 10 !== 8) return;
  const { body } = await ask(`${sandbox}/sandbox/disputes`, { body: { payment_intent: intent } });
  const { id } = JSON.parse(body) as { id: string };
  const evidence = place % 10 === 3 ? 'losing_evidence' : 'winning_evidence';
  const decide = async () => {
    const answer = await fetch(`${sandbox}/v1/disputes/${id}`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_campaign' },
      body: new URLSearchParams({ 'evidence[uncategorized_text]': evidence, submit: 'true' }),
    }).catch(() => null);
    return answer?.status ?? 0;
  };
  // The weather meets this call, too. 400: decided already, and the answer was lost.
  await eventually(decide, (status) => status === 200 || status === 400, MINUTES);
}

/** Posts each event so many times at the same time, the latest first. */
async function repeatEvents(times: number): Promise<number> {
  const answer = await fetch(`${stocked.places.sandbox}/sandbox/events?limit=1000`);
  const events = (await answer.json()) as { id: string }[];
  const atOnce = pLimit(EVENTS_AT_ONCE);
  const repeats = events.flatMap(({ id }) =>
    Array.from({ length: times }, () => atOnce(() => control(stocked.places, `events/${id}/send`))),
  );
  await Promise.all(repeats);
  return events.length;
}

test(
  `${CUSTOMERS} customers pay while events come twice, reversed, late or never and the provider fails before and after its work, refunds and disputes in between: all books agree`,
  async () => {
    const atOnce = pLimit(AT_ONCE);
    const tolds = await inBadWeather(async () => {
      const customers = Array.from({ length: CUSTOMERS }, (_, index) =>
        atOnce(() => buy(stocked.places, planOf(stocked, { name: 'weather', seed: SEED, index, intentions: INTENTIONS, reads: 5 }))),
      );
      const came = await Promise.all(customers);
      const tampered = new Set(came.filter(({ isTampered }) => isTampered).map(({ session }) => session));
      const { orders, payments } = await readBooksOf(stocked, came);
      const emails = new Map(orders.map(({ session, email }) => [session, email]));
      const paid = payments
        .filter(({ session }) => !tampered.has(session))
        .map(({ session, intent }) => ({ email: emails.get(session) ?? '', intent }));
      await Promise.all(paid.map((order, place) => atOnce(() => happenTo(place, order))));
      return came;
    });
    const events = await repeatEvents(TIMES);
    await booksAtRest(stocked, tolds, 5 * MINUTES);
    await control(stocked.places, 'clock', { advanceMs: HOUR_MS });
    await moveClock(stocked, HOUR_MS);
    await repeatEvents(1);
    const tampered = tolds.filter(({ isTampered, isPaid }) => isTampered && isPaid);
    await booksAtRest(stocked, tolds, 5 * MINUTES);
    for (const { email } of tampered.slice(0, tampered.length / 2)) await refundByStaff(stocked.places, email);
    const books = await booksAtRest(stocked, tolds, 5 * MINUTES);
    expect(await faultsAtRest(stocked, tolds, books)).toEqual([]);
    const count = (status: string) => books.orders.filter((order) => order.status === status).length;
    report(
      `${books.payments.length} payments, ${events} events, each ${TIMES + 1} times more: ${count('completed')} delivered, ${count('refunded')} refunded, ${count('charged_back')} charged back, ${count('on_hold')} held for another amount or currency`,
    );
    expect(Math.min(count('completed'), count('refunded'), count('charged_back'), count('on_hold'))).toBeGreaterThan(0);
  },
  60 * MINUTES,
);
