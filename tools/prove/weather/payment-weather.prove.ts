import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pLimit from 'p-limit';
import { report, SEED, sized } from '../../../apps/api/src/testing/campaigns/campaign.ts';
import { control } from '../buyer.ts';
import { buy } from '../customers/customer.ts';
import { letTimePass } from '../customers/passing-time.ts';
import { booksAtRest, faultsAtRest, planOf, startStockedShop, type StockedShop } from '../customers/stocked-shop.ts';
import type { Told } from '../customers/told.ts';
import { Courier } from './courier.ts';
import { FAILURES, startProviderWeather } from './provider-weather.ts';
import { allCases, type Case, happenAtProvider, happenInTheShop } from './stories.ts';

const MINUTES = 60_000;
const HOUR = 60 * MINUTES;
const BUYERS = sized({ full: 2000, sample: 60 });
const AT_ONCE = 20;
const TIME_PASSES_EVERY_MS = 3000;

let stocked: StockedShop;

beforeAll(async () => {
  stocked = await startStockedShop(
    { environment: { SANDBOX_TRANSFER_SECONDS: '1', SANDBOX_RETRY_SECONDS: '1,2,5' } },
    { products: 10, keysOfEach: BUYERS },
  );
}, 3 * MINUTES);
afterAll(() => stocked?.stop(), MINUTES);

test(
  `${BUYERS} payments, whose events come ten times, at once, reversed, an hour late or never, or are of another amount, with refunds and disputes, while the provider fails: each comes to its end once, and order, refunds and mails name what the provider has`,
  async () => {
    const { places, shop, database } = stocked;
    const cases = allCases(SEED);
    const buyers = Array.from({ length: BUYERS }, (_, index) => {
      const { story, delivery } = cases[index % cases.length] as Case;
      const plan = { ...planOf(stocked, { name: 'payment-weather', seed: SEED, index, intentions: ['pays'] }), ...story.buys };
      return { story, delivery, plan };
    });
    const deliveries = new Map(buyers.map(({ plan, delivery }) => [plan.email, delivery]));
    await control(places, 'webhooks', { mode: 'none' }, 'PUT');
    const courier = new Courier(
      shop.settings.environment.SANDBOX_DATA ?? '',
      places.sandbox,
      (email) => deliveries.get(email) ?? 'ten times',
    );
    courier.start();
    const endWeather = startProviderWeather(places.sandbox, SEED);
    const begun = Date.now();
    const refunds: (string | null)[] = [];
    const atOnce = pLimit(AT_ONCE);
    const isKnownAtOnce = ({ delivery }: Case) => delivery === 'ten times' || delivery === 'in parallel';

    const tolds = await Promise.all(
      buyers.map((buyer) =>
        atOnce(async () => {
          const told = await buy(places, buyer.plan);
          await happenAtProvider(stocked, buyer.story, told);
          if (isKnownAtOnce(buyer)) refunds.push(await happenInTheShop(stocked, buyer.story, told));
          return told;
        }),
      ),
    );
    await courier.letGo('reversed');
    await letTimePass(database, HOUR, ['reconcile']);
    await courier.letGo('an hour late');
    // The provider refuses all that is asked for meanwhile; once it agrees, they are made.
    await control(places, 'refunds-fail', { how: 'refused' });
    const later = buyers.flatMap((buyer, index) => (isKnownAtOnce(buyer) ? [] : [{ story: buyer.story, told: tolds[index] as Told }]));
    for (const half of [later.slice(0, later.length / 2), later.slice(later.length / 2)]) {
      refunds.push(...(await Promise.all(half.map(({ story, told }) => atOnce(() => happenInTheShop(stocked, story, told))))));
      await control(places, 'refunds-fail', { how: 'never' });
    }
    const met = await endWeather();

    let passedAt = 0;
    const pass = async () => {
      if (Date.now() - passedAt < TIME_PASSES_EVERY_MS) return;
      passedAt = Date.now();
      await letTimePass(database, HOUR, ['reconcile', 'reconcile-disputes', 'receive-undelivered', 'ask-again', 'send-overdue-mails']);
    };
    const unasked = async () => {
      const query = 'select count(*)::int as n from unnest($1::text[]) as sent (id) where id not in (select id from payment_event)';
      return (await database.query<{ n: number }>(query, [courier.unsent])).rows[0]?.n ?? 0;
    };
    const onItsWay = async () => (await courier.onItsWay()) + (await unasked());
    const books = await booksAtRest(stocked, tolds, 10 * MINUTES, { pass, onItsWay });
    await courier.stop();
    const outcomes = new Map(buyers.flatMap(({ plan, story: { outcome } }) => (outcome ? [[plan.email, outcome] as const] : [])));
    const faults = await faultsAtRest(stocked, tolds, books, outcomes);
    const cause = new Map(buyers.map(({ plan, story, delivery }) => [plan.email, `${story.name}, events ${delivery}`]));
    expect(faults.map((fault) => `${fault} (${cause.get(/^[^ :]+/.exec(fault)?.[0] ?? '') ?? 'no story'})`)).toEqual([]);
    expect(tolds.filter(({ isPaid }) => !isPaid)).toEqual([]);
    const asked = refunds.filter((state) => state !== null);
    const refused = asked.filter((state) => state === 'asked');
    expect(FAILURES.filter((failure) => (met[failure] ?? 0) === 0)).toEqual([]);
    expect(refused.length).toBeGreaterThan(0);
    report(
      `${BUYERS} payments in ${cases.length} cases, ${courier.sent} webhooks, ${courier.unsent.length} events without one, ${asked.length} refunds by the staff of which ${refused.length} were refused at first, failures of the provider: ${FAILURES.map((failure) => `${met[failure]} ${failure}`).join(', ')}; in ${Math.round((Date.now() - begun) / 1000)} s`,
    );
  },
  60 * MINUTES,
);
